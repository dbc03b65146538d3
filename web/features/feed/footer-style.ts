/** Style of the links and buttons under an upload. */
export const footerStyle =
  'touch-target relative inline-flex h-9 items-center gap-2 rounded-control px-2 text-sm font-medium text-soft ' +
  '[a&]:hover:bg-hover [a&]:hover:text-text [button&]:hover:bg-hover [button&]:hover:text-text';
