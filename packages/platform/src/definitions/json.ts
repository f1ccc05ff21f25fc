/** Any value that JSON can carry. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
