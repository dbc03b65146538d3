/** Head of a tab of the admin panel. Apart, because every page starts with the heads of all. */
export const tabHead = (label: string) => ({ meta: [{ title: `${label} · Admin` }] });
