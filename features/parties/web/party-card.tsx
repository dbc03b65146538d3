import { CalendarClock, Music, Users } from 'lucide-react';
import type { PartyCard as PartyCardData } from '#features/parties/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { ContentMenu } from '#content/core/web/content-menu.tsx';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { countText } from '#platform/web/lib/format.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';

/** One party in a list. */
export function PartyCard({ party }: { party: PartyCardData }) {
  const { viewer } = useAuth();
  const { host } = party;
  const to = `/listening-party/${party.id}`;
  const present = party.state === 'ended' ? 'in the room at its end' : 'in the room';
  return (
    <article className="flex min-w-0 flex-col gap-3 rounded-card border border-hairline bg-surface p-4">
      <header className="flex min-w-0 items-start gap-3">
        <Avatar id={host.id ?? host.username} name={host.displayName} size="sm" src={host.avatarUrl} />
        <div className="min-w-0 flex-1">
          <h2 className="heading text-lg break-words" dir="auto">
            <AppLink className="hover:underline" to={to}>
              {party.name}
            </AppLink>
          </h2>
          <p className="truncate text-sm text-soft">
            Hosted by{' '}
            <AppLink className="font-semibold hover:underline" to={`/profile/${host.username}`}>
              <DisplayName name={host.displayName} />
            </AppLink>
          </p>
        </div>
        <p
          className="flex items-center gap-1.5 text-sm whitespace-nowrap text-soft"
          title={`${countText(party.participantCount)} ${present}`}
        >
          <Users aria-hidden="true" size={16} />
          {countText(party.participantCount)}
          <span className="sr-only"> {present}</span>
        </p>
        {viewer === null && (
          // Its room, which has this menu for members, is not open to visitors.
          <ContentMenu
            canDelete={false}
            canReport={false}
            complaint={{ kind: 'listening_party', id: party.id }}
            edited={false}
            label={`More about “${party.name}”`}
            onOpen={() => {}}
          />
        )}
      </header>
      {party.description !== '' && (
        <p className="line-clamp-3 text-soft break-words whitespace-pre-line" dir="auto">
          {party.description}
        </p>
      )}
      {party.playing && (
        <p className="flex min-w-0 items-center gap-2 text-sm">
          {party.playing.artwork.length > 0 ? (
            <img
              alt=""
              className="size-9 shrink-0 rounded-control bg-sunken object-cover"
              decoding="async"
              height={36}
              loading="lazy"
              src={party.playing.artwork[0]?.src}
              width={36}
            />
          ) : (
            <Music aria-hidden="true" className="shrink-0 text-primary-text" size={16} />
          )}
          <span className="truncate" dir="auto">
            {party.playing.title} · {party.playing.author.displayName}
          </span>
        </p>
      )}
      {party.spotifyPlaylistId !== null && <p className="text-sm text-soft">Spotify Playlist Connected</p>}
      <footer className="mt-auto flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-1.5 text-sm text-faint">
          {party.state === 'scheduled' && party.startsAt ? (
            <>
              <CalendarClock aria-hidden="true" size={16} />
              <LocalDate date={party.startsAt} withTime />
            </>
          ) : (
            <RelativeTime date={party.endedAt ?? party.createdAt} />
          )}
        </p>
        <ButtonLink size="sm" to={to} variant={party.state === 'active' ? 'primary' : 'secondary'}>
          {party.state === 'active' ? 'Join Party' : party.state === 'scheduled' ? 'Details' : 'Look back'}
        </ButtonLink>
      </footer>
    </article>
  );
}
