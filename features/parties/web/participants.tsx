import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Ellipsis, Shield, ShieldOff, UserX } from 'lucide-react';
import type { Participant, Party } from '#features/parties/contract/endpoints.ts';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { countText } from '#platform/web/lib/format.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { LazyMenu } from '#platform/web/ui/overlays/lazy-menu.tsx';
import type { MenuItem } from '#platform/web/ui/overlays/menu.tsx';
import { participantsQuery, partyKeys } from './queries.ts';
import { useChange } from './use-change.ts';

/** The members who are present. */
export function Participants({ party, viewerId }: { party: Party; viewerId: string | null }) {
  const call = useCall();
  const query = useSuspenseInfiniteQuery(participantsQuery(call, party.id));
  const items = query.data.pages.flatMap((page) => page.items);
  return (
    <section aria-labelledby="participants" className="party-people rounded-card border border-hairline bg-surface p-4">
      <h2 className="heading mb-3 text-lg" id="participants">
        Participants ({countText(party.participantCount)})
      </h2>
      {items.length === 0 && <p className="text-soft">Nobody is here at the moment.</p>}
      <ul className="grid gap-2">
        {items.map((item) => (
          <ParticipantLine item={item} key={item.person.id} party={party} viewerId={viewerId} />
        ))}
      </ul>
      <ListEnd list={query} />
    </section>
  );
}

function ParticipantLine({ item, party, viewerId }: { item: Participant; party: Party; viewerId: string | null }) {
  const call = useCall();
  const { person, presence } = item;
  const run = useChange(partyKeys.participants(party.id));
  const params = { partyId: party.id, profileId: person.id ?? '' };
  const menu: MenuItem[] = [];
  if (party.state !== 'ended' && !item.isHost && person.id !== null && person.id !== viewerId) {
    if (viewerId === party.host.id)
      menu.push({
        label: item.isModerator ? 'No longer a moderator' : 'Make a moderator',
        icon: item.isModerator ? <ShieldOff aria-hidden="true" size={16} /> : <Shield aria-hidden="true" size={16} />,
        onSelect: () =>
          void run(() =>
            call('PUT /parties/:partyId/moderators/:profileId', { params, body: { on: !item.isModerator } }),
          ),
      });
    if (party.can.moderate)
      menu.push({
        label: 'Remove from the party',
        icon: <UserX aria-hidden="true" size={16} />,
        danger: true,
        onSelect: () => void run(() => call('DELETE /parties/:partyId/participants/:profileId', { params })),
      });
  }
  return (
    <li className="flex min-w-0 items-center gap-3">
      <span className="relative shrink-0">
        <Avatar id={person.id ?? person.username} name={person.displayName} size="sm" src={person.avatarUrl} />
        <span className="presence-dot" data-presence={presence} />
      </span>
      <span className="relative min-w-0 flex-1 truncate">
        <AppLink className="font-semibold hover:underline" to={`/profile/${person.username}`}>
          <DisplayName name={person.displayName} />
        </AppLink>
        <span className="text-sm text-soft">
          {item.isHost ? ' · Host' : item.isModerator ? ' · Moderator' : ''}
          {item.isDj && ' · DJ'}
          <span className={presence === 'here' ? 'sr-only' : ''}> · {presence}</span>
        </span>
      </span>
      {menu.length > 0 && (
        <LazyMenu
          items={menu}
          trigger={
            <IconButton
              icon={<Ellipsis aria-hidden="true" size={18} />}
              label={`Actions for ${person.displayName}`}
              size="sm"
            />
          }
        />
      )}
    </li>
  );
}
