import type { Party } from '#features/parties/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import type { PreviewFacts, PreviewOf } from '#features/previews/server/events.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { isId } from '#platform/server/ids.ts';
import { readParty } from './party.ts';

/** A party as a visitor sees it, whoever asks; null where it is not public: removed, held or 18+. */
export async function publicParty(ctx: Context, id: string): Promise<Party | null> {
  if (!isId(id) || ctx.switches.isOff('parties')) return null;
  try {
    const party = await readParty(ctx, null, id);
    return party.visibility === 'published' ? party : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const inUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** What stands over the name in a preview picture. */
function labelOf({ state, startsAt }: Party): string {
  if (state === 'ended') return 'Listening party · ended';
  return state === 'scheduled' && startsAt !== null
    ? `Party · ${inUtc.format(new Date(startsAt))} UTC`
    : 'Listening party';
}

/** What the preview picture of a party shows. */
export async function partyPreview(ctx: Context, { kind, id }: PreviewOf): Promise<PreviewFacts | null> {
  const party = kind === 'party' ? await publicParty(ctx, id) : null;
  return party && { label: labelOf(party), title: party.name, by: `Hosted by ${party.host.displayName}`, bars: '' };
}
