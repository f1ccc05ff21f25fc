import { getRouteApi } from "@tanstack/react-router";
import { SignInForm } from "../features/session/sign-in-form.tsx";

const route = getRouteApi("/sign-in");

export function SignInPage() {
  const { next } = route.useSearch();
  return <SignInForm next={next} />;
}
