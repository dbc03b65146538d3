/** What a site has changed of its parts, as the session names it. */
export interface SiteParts {
  /** What stands in the place of a page that is switched off. */
  readonly closed: string;
  /** Beginnings of the addresses that are switched off, with a slash at the end. */
  readonly off: readonly string[];
  /** By a part's page: its own name, or null where no menu leads to it. */
  readonly names: Readonly<Record<string, string | null>>;
  /** Pages that stand first in the menu, the first one last. */
  readonly order?: readonly string[] | undefined;
  /** Own links of the menu. */
  readonly links?: readonly { readonly label: string; readonly to: string }[] | undefined;
}

/** Those entries whose parts this site shows, by the names that it gives them. @param pageOf address of an entry's page */
export const shownParts = <E extends { readonly label: string }>(
  parts: SiteParts | undefined,
  entries: readonly E[],
  pageOf: (entry: E) => string | undefined,
): readonly E[] =>
  parts
    ? entries.flatMap((entry) => {
        const name = parts.names[pageOf(entry)!];
        return name === null ? [] : { ...entry, label: name ?? entry.label };
      })
    : entries;
