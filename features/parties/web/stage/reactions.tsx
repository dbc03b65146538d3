import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { type PartyReaction, partyReactions } from '#features/parties/contract/limits.ts';
import { ReactionIcon, reactionLabel } from '#features/parties/web/chat/reaction-icon.tsx';
import type { FloatingReaction } from '#features/parties/web/use-room.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';

/** Milliseconds of reactions that screen readers get in one sentence. */
const SAID_EVERY_MS = 8000;

/** Reactions to the track. */
export function ReactionButtons({
  partyId,
  itemId,
  positionMs,
}: {
  partyId: string;
  itemId: string;
  positionMs: () => number;
}) {
  const call = useCall();
  const react = (key: PartyReaction) => {
    const body = { itemId, key, atMs: Math.round(Math.max(0, positionMs())), count: 1 };
    call('POST /parties/:partyId/reactions', { params: { partyId }, body }).catch(failureToast);
  };
  return (
    <div aria-label="React to the track" className="party-reactions" role="group">
      {partyReactions.map((key) => (
        <IconButton icon={<ReactionIcon of={key} />} key={key} label={reactionLabel(key)} onClick={() => react(key)} />
      ))}
    </div>
  );
}

/** Where one rises: spread over the stage, the same for all of its life. */
const riseOf = (id: number): CSSProperties =>
  ({ '--x': `${8 + ((id * 37) % 84)}%`, '--sway': `${((id * 53) % 7) - 3}` }) as CSSProperties;

/** The reactions of now rise over the stage; screen readers get them together, some seconds apart. */
export function RisingReactions({ floating }: { floating: readonly FloatingReaction[] }) {
  return (
    <>
      <div aria-hidden="true" className="party-air">
        {floating.map(({ id, key, count }) => (
          <span className="party-reaction" data-key={key} key={id} style={riseOf(id)}>
            <ReactionIcon of={key} size={30} />
            {count > 1 && <b>{count}</b>}
          </span>
        ))}
      </div>
      <Said floating={floating} />
    </>
  );
}

/** What the room did in the last seconds, in one sentence. */
function Said({ floating }: { floating: readonly FloatingReaction[] }) {
  const [said, setSaid] = useState('');
  const since = useRef(new Map<PartyReaction, number>());
  const last = useRef(-1);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    for (const { id, key, count } of floating.filter((reaction) => reaction.id > last.current)) {
      last.current = id;
      since.current.set(key, (since.current.get(key) ?? 0) + count);
    }
    if (since.current.size === 0) return;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      setSaid(`Reactions: ${[...since.current].map(([key, count]) => `${reactionLabel(key)} ${count}`).join(', ')}`);
      since.current = new Map();
    }, SAID_EVERY_MS);
  }, [floating]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  );
}
