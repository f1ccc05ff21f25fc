import { createContext, type ReactNode, use } from "react";

const Locked = createContext(false);

interface LockableProps {
  readonly isLocked: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

/** A fieldset for all controls: those that the browser does not lock with it ask for themselves. */
export function Lockable({ isLocked, className, children }: LockableProps) {
  return (
    <Locked value={isLocked}>
      <fieldset disabled={isLocked} className={className}>
        {children}
      </fieldset>
    </Locked>
  );
}

export function useIsLocked(): boolean {
  return use(Locked);
}
