const texts = ['actor', 'action', 'targetId'] as const;

/** The filter of the audit log, as an address has it. */
export type AuditSearch = Partial<Record<(typeof texts)[number] | 'from' | 'until', string>>;

/** Reads the filter from an address: what does not fit is left out. Apart, because every page starts with it. */
export function auditFilter(search: Record<string, unknown>): AuditSearch {
  const filter: AuditSearch = {};
  for (const name of texts) {
    const value = search[name];
    if (typeof value === 'string' && value.trim() !== '') filter[name] = value.trim().slice(0, 60);
  }
  for (const name of ['from', 'until'] as const) {
    const value = search[name];
    const at = typeof value === 'string' ? new Date(value) : null;
    if (at && !Number.isNaN(at.getTime())) filter[name] = at.toISOString();
  }
  return filter;
}
