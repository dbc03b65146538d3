import type { SetEntry } from '#contract/sets.ts';
import type { Context } from '#server/context.ts';
import { readEntries, requireSet } from './entries.ts';

/** The first page of what is in a set, as a visitor sees it. @throws {Refusal} `set_not_found`, `adults_only` */
export async function publicEntries(ctx: Context, setId: string): Promise<SetEntry[]> {
  return (await readEntries(ctx, null, await requireSet(ctx, null, setId, undefined), undefined)).items;
}
