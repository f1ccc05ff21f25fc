import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** Above the title of a page: where one came from. */
export const TrailLink = createLink((props: ComponentProps<"a">) => <a {...props} className="hover:text-ink" />);
