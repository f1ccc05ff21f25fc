import { messageOf } from "../api/api-error.ts";

/** Why a form was not saved; nothing as long as there is no reason. */
export function FormError({ error }: { readonly error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
      {messageOf(error)}
    </p>
  );
}
