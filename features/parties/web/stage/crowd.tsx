import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Disc3 } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Participant, Party } from '#features/parties/contract/endpoints.ts';
import { participantsQuery } from '#features/parties/web/queries.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { countText } from '#platform/web/lib/format.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';

/** Faces that stand before the stage; the rest are a number. */
const FACES = 18;

/** Those who are present, before the stage: whoever plays and the host are marked, and all nod while something plays. */
export function Crowd({ party, holderId, nods }: { party: Party; holderId: string | null; nods: boolean }) {
  const call = useCall();
  const { data } = useSuspenseInfiniteQuery(participantsQuery(call, party.id));
  const people = data.pages.flatMap((page) => page.items);
  const shown = people.slice(0, FACES);
  const more = Math.max(0, party.participantCount - shown.length);
  if (shown.length === 0) return <p className="party-crowd text-sm text-soft">Nobody is here at the moment.</p>;
  return (
    <div aria-label="In the room" className="party-crowd" data-nods={nods || undefined} role="group">
      {shown.map((one, index) => (
        <Face index={index} isOnStage={one.person.id === holderId} key={one.person.id} one={one} />
      ))}
      {more > 0 && <span className="party-face-more">+{countText(more)}</span>}
    </div>
  );
}

function Face({ one, index, isOnStage }: { one: Participant; index: number; isOnStage: boolean }) {
  const { person, isHost } = one;
  const role = isHost ? 'Host' : isOnStage ? 'On stage' : null;
  return (
    <AppLink
      ahead={false}
      className={classes('party-face', (isHost || isOnStage) && 'party-face-lit')}
      style={{ '--i': index } as CSSProperties}
      title={person.displayName}
      to={`/profile/${person.username}`}
    >
      <span className="party-face-head">
        <Avatar id={person.id ?? person.username} name={person.displayName} size="md" src={person.avatarUrl} />
        {isOnStage && !isHost && <Disc3 aria-hidden="true" className="party-face-disc" size={16} />}
      </span>
      <span className="party-face-name">{person.displayName}</span>
      {role !== null && <span className="party-face-role">{role}</span>}
    </AppLink>
  );
}
