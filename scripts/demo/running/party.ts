import { randomUUID } from 'node:crypto';
import type { Reply } from '#site/contract/contract.ts';

/** Calls an endpoint as one of the party's members. @throws when it is refused */
export type Ask = (as: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<unknown>;

/** A member who keeps the party going: profile id and `cookie` header. */
export interface Guest {
  readonly profileId: string;
  readonly username: string;
  readonly cookie: string;
}

/** Milliseconds between two turns of the party, and between two messages with and without a listener. */
const TURN_MS = 10_000;
const CHAT_MS = 40_000;
const QUIET_CHAT_MS = 600_000;

const party = {
  name: 'Round the clock',
  description: 'Members play their tracks in turn, day and night. Come in, sign up to DJ, say hello.',
};

/** Messages of the chat, in order. */
export const partyLines: readonly string[] = [
  'Turned it up for this one.',
  'Who made the pad in the second half?',
  'That snare sits perfectly.',
  'I have heard this on three systems now and it holds up on all of them.',
  'Next one is mine, be kind.',
  'Kind is the only setting we have.',
  'The low end is so much cleaner than in the first version.',
  'Is that tape or a plugin?',
  'Tape. You can hear it breathe in the break.',
  'Good time to get coffee. No, wait, not during this part.',
  'Whoever just came in: sign up to DJ, the turns are short.',
  'Somebody put this on the radio.',
  'The drop is four bars later than I expect every single time.',
  'Voted. I want to hear the whole thing.',
  'Key change, and nobody warned me.',
  'Saving this for the drive home.',
];

/** One turn of the party after the other. */
export interface PartyKeeper {
  /** Opens the party where there is none, adds tracks, begins them, and says something now and then. */
  turn(now: number): Promise<void>;
}

/** Makes what keeps the party going. @param guests the host first */
export function makePartyKeeper(ask: Ask, guests: readonly Guest[]): PartyKeeper {
  const host = guests[0]!;
  /** Tracks of each guest, and which comes next. */
  const tracks = new Map<string, { uploadId: string; trackId: string }[]>();
  const next = new Map<string, number>();
  let partyId: string | null = null;
  let saidAt = -Infinity;
  let line = 0;

  const isOpen = async (id: string): Promise<boolean> =>
    ((await ask(host.cookie, 'GET', `/parties/${id}`)) as Reply<'GET /parties/:partyId'>).state === 'active';
  const tracksOf = async ({ username, cookie }: Guest) => {
    const known = tracks.get(username);
    if (known) return known;
    const { items } = (await ask(cookie, 'GET', `/uploads?kind=audio&author=${username}`)) as Reply<'GET /uploads'>;
    const sounds = items.flatMap((upload) =>
      upload.files.filter((file) => file.kind === 'audio').map((file) => ({ ...file, uploadId: upload.id })),
    );
    const playable = sounds
      .filter(({ durationMs }) => durationMs !== null)
      .map(({ uploadId, trackId }) => ({ uploadId, trackId }));
    // While a site that was just made still processes some, they are asked for again.
    if (!sounds.some(({ processing }) => processing === 'waiting')) tracks.set(username, playable);
    return playable;
  };
  const open = async (): Promise<string> => {
    const { items } = (await ask(host.cookie, 'GET', '/parties')) as Reply<'GET /parties'>;
    const existing = items.find((item) => item.host.id === host.profileId && item.name === party.name);
    const id =
      existing?.id ??
      ((await ask(host.cookie, 'POST', '/parties', { ...party, submitId: randomUUID() })) as Reply<'POST /parties'>).id;
    for (const { cookie } of guests) await ask(cookie, 'POST', `/parties/${id}/join`);
    await ask(host.cookie, 'PUT', `/parties/${id}/dj-mode`, { on: true });
    for (const { cookie } of guests) await ask(cookie, 'PUT', `/parties/${id}/dj`, { on: true });
    return id;
  };

  return {
    async turn(now) {
      if (partyId !== null && !(await isOpen(partyId))) partyId = null;
      partyId ??= await open();
      const room = `/parties/${partyId}`;
      let listeners = 0;
      for (const { cookie } of guests) {
        const sign = await ask(cookie, 'PUT', `${room}/presence`, { presence: 'here', roundTripMs: 5 });
        listeners = (sign as Reply<'PUT /parties/:partyId/presence'>).participantCount - guests.length;
      }
      const { stage, queue } = (await ask(host.cookie, 'GET', `${room}/stage`)) as Reply<'GET /parties/:partyId/stage'>;
      for (const guest of guests) {
        if (queue.some((item) => item.addedBy.id === guest.profileId)) continue;
        const own = await tracksOf(guest);
        const index = next.get(guest.username) ?? 0;
        const track = own[index % Math.max(1, own.length)];
        next.set(guest.username, index + 1);
        if (track) await ask(guest.cookie, 'POST', `${room}/queue`, track);
      }
      if (!stage.isPlaying) {
        // Whoever has the stage begins; a guest of the demo's reader who paused it is left alone.
        const holder = guests.find((guest) => guest.profileId === stage.holder?.id);
        if (holder) await ask(holder.cookie, 'POST', `${room}/stage`, { action: 'play' });
      }
      if (now - saidAt < (listeners > 0 ? CHAT_MS : QUIET_CHAT_MS)) return;
      saidAt = now;
      const speaker = guests[line % guests.length]!;
      const content = partyLines[line++ % partyLines.length];
      await ask(speaker.cookie, 'POST', `${room}/messages`, { content, submitId: randomUUID() });
    },
  };
}

/** Keeps the party of a running demo going until the process ends. @param origin of the site, as its pages name it */
export function keepParty(origin: string, local: string, guests: readonly Guest[]): void {
  if (guests.length === 0) return;
  const ask: Ask = async (cookie, method, path, body) => {
    const answer = await fetch(`${local}/api/v1${path}`, {
      method,
      headers: { cookie, origin, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
    return (await answer.json()) as unknown;
  };
  const keeper = makePartyKeeper(ask, guests);
  const run = (): void => {
    keeper
      .turn(Date.now())
      // The party is decoration: the next turn tries again.
      .catch(() => {})
      .finally(() => setTimeout(run, TURN_MS).unref());
  };
  run();
}
