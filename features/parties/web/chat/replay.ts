import type { Reply } from '#site/contract/contract.ts';
import type { ChatMessage } from '#features/parties/contract/endpoints.ts';
import type { Call } from '#platform/web/lib/call.ts';

/** A track of a party's record. */
export type RecordItem = Reply<'GET /parties/:partyId/record'>['items'][number];

/** Pages of messages that are read for one track at most. */
const MOST_PAGES = 10;
/** A message that was written after the sound had ended (the stage was paused) is shown this long before the end. */
const BEFORE_END_MS = 1000;

/**
 * Which entry of the record plays. One track may have been played twice: it is as often in the queue.
 * @param entries what was put into the player, in order
 * @param before tracks of the player's queue up to the one that is heard, that one included
 * @returns -1 when it is none of them
 */
export function replayedIndex(entries: readonly { trackId: string }[], before: readonly { trackId: string }[]): number {
  const current = before.at(-1)?.trackId;
  const nth = before.filter((entry) => entry.trackId === current).length;
  const places = entries.flatMap((entry, index) => (entry.trackId === current ? [index] : []));
  return places[Math.min(nth, places.length) - 1] ?? -1;
}

/** Messages that were written while a track was on the stage, oldest first, without held and removed ones. */
export async function messagesDuring(
  call: Call,
  partyId: string,
  { startedAt, endedAt }: Pick<RecordItem, 'startedAt' | 'endedAt'>,
): Promise<ChatMessage[]> {
  const messages: ChatMessage[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer: Reply<'GET /parties/:partyId/messages'> = await call('GET /parties/:partyId/messages', {
      params: { partyId },
      query: { since: startedAt, ...(after !== null && { after }) },
    });
    const during = answer.items.filter((message) => endedAt === null || message.createdAt <= endedAt);
    messages.push(...during.filter((message) => message.visibility === 'published'));
    after = answer.next;
    if (after === null || during.length < answer.items.length) break;
  }
  return messages;
}

/** The fields of a record's entry that give the playhead at a time. */
export type Played = Pick<RecordItem, 'startedAt' | 'playback'> & { readonly item: { readonly durationMs: number } };

/** Position of the room in milliseconds of the track when something was written, through its pauses and seeks. */
export function positionWhen({ startedAt, playback, item }: Played, writtenAt: string): number {
  const afterMs = Date.parse(writtenAt) - Date.parse(startedAt);
  const step = playback.findLast((seek) => seek.afterMs <= afterMs) ?? { afterMs: 0, positionMs: 0, isPlaying: true };
  const position = step.positionMs + (step.isPlaying ? afterMs - step.afterMs : 0);
  return Math.min(Math.max(0, position), Math.max(0, item.durationMs - BEFORE_END_MS));
}

/**
 * The messages that had been written when the track was at a position, of authors whom the reader sees, in the order of
 * their positions: where the room went back, what was written the second time stands beside what was written the first.
 */
export function messagesUntil(
  messages: readonly ChatMessage[],
  played: Played,
  positionMs: number,
  hiddenAuthors: readonly string[],
): ChatMessage[] {
  return messages
    .filter(({ author }) => author.id === null || !hiddenAuthors.includes(author.id))
    .map((message) => ({ message, position: positionWhen(played, message.createdAt) }))
    .filter(({ position }) => position <= positionMs)
    .toSorted((a, b) => a.position - b.position)
    .map(({ message }) => message);
}
