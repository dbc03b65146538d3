import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Party, QueueItem, Stage } from '#features/parties/contract/endpoints.ts';
import type { PartyReaction } from '#features/parties/contract/limits.ts';
import { parties as limits } from '#features/parties/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { probeClock } from '#platform/web/lib/socket/socket.ts';
import { useCoalescer } from '#platform/web/lib/use-coalescer.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';
import { changeReactions, clearMessage, putMessage } from './cache.ts';
import { partyKeys, partyQuery, stageQuery } from './queries.ts';
import { type RoomSound, type SyncState, makeRoomSound } from './sync/room-sound.ts';

/** Milliseconds for which somebody who typed counts as writing. */
const TYPING_MS = 4000;
/** Milliseconds for which a reaction is seen. */
const FLOAT_MS = 2600;

const silent: SyncState = {
  status: 'silent',
  positionMs: 0,
  errorMs: null,
  rate: 1,
  seeks: 0,
  clock: null,
};

/** A reaction that rises over the stage. */
export interface FloatingReaction {
  readonly id: number;
  readonly key: PartyReaction;
  readonly atMs: number;
  readonly count: number;
}

/**
 * Keeps an open room up to date: chat, stage, queue, people. Messages come inside their events; of authors with whom the
 * reader has a block none is taken.
 */
export function useRoomLive(party: Party): {
  readonly typing: readonly string[];
  readonly floating: readonly FloatingReaction[];
} {
  const call = useCall();
  const client = useQueryClient();
  const burst = useCoalescer();
  const { id } = party;
  const [typing, setTyping] = useState<ReadonlyMap<string, { name: string; at: number }>>(new Map());
  const [floating, setFloating] = useState<readonly FloatingReaction[]>([]);
  const made = useRef(0);
  const hidden = new Set(party.hiddenAuthors);
  const readAgain = (key: readonly unknown[]) =>
    burst.run(key.join(':'), () => client.invalidateQueries({ queryKey: key, exact: true }));
  const takeReactions = (itemId: string, sums: Omit<FloatingReaction, 'id'>[]) => {
    const { queryKey } = stageQuery(call, id);
    if (client.getQueryData(queryKey)?.stage.item?.id !== itemId) return;
    client.setQueryData(queryKey, (data) => data && { ...data, reactions: [...data.reactions, ...sums] });
    const fresh = sums.map((sum) => ({ id: made.current++, ...sum }));
    setFloating((now) => [...now, ...fresh].slice(-40));
    setTimeout(() => setFloating((now) => now.filter((reaction) => !fresh.includes(reaction))), FLOAT_MS);
  };
  const peopleChanged = ({ count }: { count: number }) => {
    client.setQueryData(partyQuery(call, id).queryKey, (data) => data && { ...data, participantCount: count });
    readAgain(partyKeys.participants(id));
  };
  const setStage = (stage: Stage) =>
    client.setQueryData(stageQuery(call, id).queryKey, (data) =>
      data && stage.version > data.stage.version
        ? { ...data, stage, ...(stage.item?.id !== data.stage.item?.id && { reactions: [], wantsSkip: false }) }
        : data,
    );
  const isVisitor = !party.can.read;
  useLive(
    isVisitor ? null : `party:${id}`,
    {
      message_created({ message }) {
        // A removed one is sent without its words to whoever resumes.
        if (!message || (message.author.id !== null && hidden.has(message.author.id))) return;
        putMessage(client, call, id, message);
        setTyping((now) => new Map([...now].filter(([profileId]) => profileId !== message.author.id)));
      },
      message_reactions: (data) =>
        changeReactions(client, id, data.id, (shown) =>
          data.reactions.map((sum) => ({ ...sum, mine: shown.some(({ key, mine }) => mine && key === sum.key) })),
        ),
      message_removed: (data) => clearMessage(client, id, data.id),
      stage_changed({ stage }) {
        setStage(stage);
        readAgain(partyKeys.stage(id));
      },
      queue_changed: () => readAgain(partyKeys.stage(id)),
      party_changed: () => readAgain(partyKeys.party(id)),
      participants_changed: peopleChanged,
      reactions: ({ itemId, sums }) => takeReactions(itemId, sums),
      typing({ profileId, name }) {
        if (!hidden.has(profileId)) setTyping((now) => new Map(now).set(profileId, { name, at: Date.now() }));
      },
    },
    {
      after: party.eventSeq,
      onReset: () => void client.invalidateQueries({ queryKey: partyKeys.party(id) }),
      // The room's parts are for those who may be in it: what the party itself says comes first.
      onRefused: () => readAgain(partyKeys.party(id)),
    },
  );
  const readRoom = () =>
    [partyKeys.party(id), partyKeys.stage(id), partyKeys.participants(id)].forEach((key) => readAgain(key));
  // Visitors hear that something changed, never what is said.
  useLive(
    isVisitor ? `party-stage:${id}` : null,
    {
      stage_changed: () => readAgain(partyKeys.stage(id)),
      queue_changed: () => readAgain(partyKeys.stage(id)),
      party_changed: () => readAgain(partyKeys.party(id)),
      participants_changed: peopleChanged,
      reactions: ({ itemId, sums }) => takeReactions(itemId, sums),
    },
    { onReset: readRoom, onRefused: () => readAgain(partyKeys.party(id)) },
  );
  useEffect(() => {
    if (typing.size === 0) return;
    const timer = setTimeout(
      () => setTyping((now) => new Map([...now].filter(([, { at }]) => at > Date.now() - TYPING_MS))),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [typing]);
  return { typing: [...typing.values()].map(({ name }) => name), floating };
}

/** Parties that a page has asked to join, while the answer is not in its cache yet. */
export const joining = new Set<string>();

/**
 * Sends signs of presence while the reader is in the room, with the round trip that the page measured: at once when it is
 * known, for commands take effect as late as the room's slow lines need.
 */
export function usePresence(partyId: string, isIn: boolean, isMeasured: boolean, roundTrip: () => number | null): void {
  const call = useCall();
  const client = useQueryClient();
  const latest = useRef(roundTrip);
  const sent = useRef<AbortController | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    latest.current = roundTrip;
  });
  // The room sees at once who goes to another page or closes this one; where that is lost, a missing sign says it later.
  useEffect(() => {
    const go = () => {
      const body = { presence: 'gone', roundTripMs: null } as const;
      const party = client.getQueryData(partyQuery(call, partyId).queryKey);
      // No other sign may come after this one: of those on their way, and of a page that is hidden when it is closed.
      sent.current?.abort();
      isGone.current = true;
      if ((party?.hasJoined || joining.has(partyId)) && party?.state !== 'ended')
        call('PUT /parties/:partyId/presence', { params: { partyId }, body }).catch(() => {});
    };
    isGone.current = false;
    addEventListener('pagehide', go);
    return () => {
      removeEventListener('pagehide', go);
      go();
    };
  }, [call, client, partyId]);
  useEffect(() => {
    if (!isIn) return;
    const sign = () => {
      if (isGone.current) return;
      const presence = document.visibilityState === 'visible' ? 'here' : 'away';
      sent.current = new AbortController();
      call('PUT /parties/:partyId/presence', {
        params: { partyId },
        body: { presence, roundTripMs: isMeasured ? latest.current() : null },
        signal: sent.current.signal,
      }).then(
        ({ stageVersion, participantCount, holderIsHere }) => {
          const shown = client.getQueryData(partyQuery(call, partyId).queryKey);
          client.setQueryData(partyQuery(call, partyId).queryKey, (data) => data && { ...data, participantCount });
          // Nobody says when somebody falls silent.
          if (shown && shown.participantCount !== participantCount)
            void client.invalidateQueries({ queryKey: partyKeys.participants(partyId), exact: true });
          // Who may take the stage is for the server to say; there is no event when a holder falls silent.
          if (shown && (shown.holderIsHere !== holderIsHere || !holderIsHere))
            void client.invalidateQueries({ queryKey: partyKeys.party(partyId), exact: true });
          const known = client.getQueryData(stageQuery(call, partyId).queryKey);
          if (known && known.stage.version < stageVersion)
            void client.invalidateQueries({ queryKey: partyKeys.stage(partyId) });
        },
        // The next sign says it again; a party that has ended is read again by its event.
        () => {},
      );
    };
    sign();
    const timer = setInterval(sign, limits.presenceSeconds * 1000);
    document.addEventListener('visibilitychange', sign);
    const back = () => {
      isGone.current = false;
      sign();
    };
    addEventListener('pageshow', back);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', sign);
      removeEventListener('pageshow', back);
    };
  }, [call, client, partyId, isIn, isMeasured]);
}

/** The sound of the room while the reader is in it; null before the page is hydrated. */
export function useRoomSound(
  stage: Stage,
  next: QueueItem | null,
  isIn: boolean,
): { sound: RoomSound | null; sync: SyncState } {
  const [sound, setSound] = useState<RoomSound | null>(null);
  useEffect(() => {
    if (!isIn) return;
    const roomSound = makeRoomSound(probeClock);
    // The sound is of this page and outside React: there is none before the effect.
    // oxlint-disable-next-line react/set-state-in-effect
    setSound(roomSound);
    return () => {
      roomSound.close();
      setSound(null);
    };
  }, [isIn]);
  useEffect(() => sound?.follow(stage), [sound, stage]);
  // The stage first: it may need the place of what comes after it.
  useEffect(() => sound?.prepare(next), [sound, next]);
  const subscribe = useCallback((listener: () => void) => sound?.subscribe(listener) ?? (() => {}), [sound]);
  const sync = useSyncExternalStore(
    subscribe,
    () => sound?.state() ?? silent,
    () => silent,
  );
  return { sound, sync };
}
