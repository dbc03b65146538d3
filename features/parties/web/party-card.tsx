import { CalendarClock, Headphones } from 'lucide-react';
import type { PartyCard as PartyCardData, PartyPlaying } from '#features/parties/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { ContentMenu } from '#content/core/web/content-menu.tsx';
import { PlayButton } from '#features/player/web/play-button.tsx';
import { orAvatar } from '#features/player/web/track.ts';
import { Waveform } from '#features/player/web/waveform/waveform.tsx';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { countText } from '#platform/web/lib/format.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { PartyArt } from './party-art.tsx';
import { usePreview, useWatchedPosition } from './preview.ts';
import './parties.css';

/** One party in a list: what it sounds like, and who is there. @param atOnce its waveform stands in the page's HTML */
export function PartyCard({ party, atOnce }: { party: PartyCardData; atOnce: boolean }) {
  const { viewer } = useAuth();
  const { host, playing } = party;
  const to = `/listening-party/${party.id}`;
  const isActive = party.state === 'active';
  return (
    <article aria-labelledby={`party-${party.id}`} className="party-card">
      {playing ? (
        <CardSound atOnce={atOnce} party={party} playing={playing} />
      ) : (
        <div className="party-card-art">
          <PartyArt artwork={[]} pixels={192} seed={party.id} />
        </div>
      )}
      <header className="party-card-words">
        <div className="flex min-w-0 items-start gap-2">
          <h2 className="heading min-w-0 flex-1 text-lg break-words" dir="auto" id={`party-${party.id}`}>
            <AppLink className="hover:underline" to={to}>
              {party.name}
            </AppLink>
          </h2>
          {viewer === null && (
            // Its room, which has this menu for members, is not open to all visitors.
            <ContentMenu
              canDelete={false}
              canReport={false}
              complaint={{ kind: 'listening_party', id: party.id }}
              edited={false}
              label={`More about “${party.name}”`}
              onOpen={() => {}}
            />
          )}
        </div>
        <p className="truncate text-sm text-soft">
          Hosted by{' '}
          <AppLink className="font-semibold hover:underline" to={`/profile/${host.username}`}>
            <DisplayName name={host.displayName} />
          </AppLink>
        </p>
        {party.description !== '' && (
          <p className="mt-1 line-clamp-2 text-sm text-soft break-words whitespace-pre-line" dir="auto">
            {party.description}
          </p>
        )}
        {party.spotifyPlaylistId !== null && <p className="text-sm text-soft">Spotify Playlist Connected</p>}
      </header>
      <footer className="party-card-foot">
        <Present party={party} />
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
        <ButtonLink className="ms-auto" size="sm" to={to} variant={isActive ? 'primary' : 'secondary'}>
          {isActive ? 'Join Party' : party.state === 'scheduled' ? 'Details' : 'Look back'}
        </ButtonLink>
      </footer>
    </article>
  );
}

/** Who is really there: some faces, and how many. */
function Present({ party }: { party: PartyCardData }) {
  const present = party.state === 'ended' ? 'in the room at its end' : 'in the room';
  return (
    <p
      className="flex items-center gap-2 text-sm font-semibold"
      title={`${countText(party.participantCount)} ${present}`}
    >
      {party.faces.length > 0 ? (
        <span aria-hidden="true" className="party-card-faces">
          {party.faces.slice(0, 5).map((face) => (
            <Avatar
              id={face.id ?? face.username}
              key={face.id}
              name={face.displayName}
              size="sm"
              src={face.avatarUrl}
            />
          ))}
        </span>
      ) : (
        <Headphones aria-hidden="true" className="text-faint" size={16} />
      )}
      {countText(party.participantCount)}
      <span className="sr-only"> {present}</span>
    </p>
  );
}

/** What plays there: cover, Play and waveform. One press plays it in the site's own player, from where the room is. */
function CardSound({ party, playing, atOnce }: { party: PartyCardData; playing: PartyPlaying; atOnce: boolean }) {
  const durationMs = playing.file?.durationMs ?? null;
  const positionMs = useWatchedPosition({ ...playing, isPlaying: true }, durationMs);
  const { canPlay, isCurrent, state, toggle, seek } = usePreview(playing);
  return (
    <>
      <div className="party-card-art">
        <PartyArt artwork={orAvatar(playing.artwork, playing.author)} pixels={192} seed={party.id} />
        {canPlay && (
          <PlayButton
            className="party-card-play"
            onPress={() => toggle(positionMs)}
            state={state}
            title={playing.title}
          />
        )}
      </div>
      <div className="party-card-sound">
        <p className="flex min-w-0 items-center gap-2 text-sm">
          <span aria-hidden="true" className="tally" />
          <span className="min-w-0 truncate" dir="auto">
            <b>{playing.title}</b> · {playing.author.displayName}
          </span>
        </p>
        {canPlay && durationMs !== null && (
          <Waveform
            atOnce={atOnce}
            className="party-card-wave"
            cueMs={positionMs}
            durationMs={durationMs}
            id={`party-wave-${party.id}`}
            isCurrent={isCurrent}
            onSeek={seek}
            title={playing.title}
            wave={playing.file!.wave}
          />
        )}
      </div>
    </>
  );
}
