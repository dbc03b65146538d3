/** The number of a version in an address. */
export const legalSearch = (search: Record<string, unknown>): { version?: number | undefined } => {
  const version = Number(search['version']);
  return Number.isInteger(version) && version >= 0 ? { version } : {};
};
