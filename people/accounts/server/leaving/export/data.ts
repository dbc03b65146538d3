/** A row of a section: columns by name. */
export type ExportedRow = Readonly<Record<string, unknown>>;

/** Everything that a site has of a member. */
export interface ExportedData {
  readonly site: { readonly name: string; readonly url: string; readonly exportedAt: Date };
  readonly account: ExportedRow & { readonly email: string };
  readonly profile: ExportedRow | null;
  /** Rows by the section that they stand in. */
  readonly made: Readonly<Record<string, readonly ExportedRow[]>>;
}
