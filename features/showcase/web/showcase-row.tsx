import { Music } from 'lucide-react';
import { showcase as limits } from '#features/showcase/contract/limits.ts';
import type { Showcase } from '#features/showcase/contract/endpoints.ts';
import { ContentMenu } from '#content/core/web/content-menu.tsx';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { DrawnArt } from '#platform/web/ui/graphics/drawn-art.tsx';
import { placeText } from '#platform/web/lib/format.ts';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { Counter } from '#platform/web/ui/counter.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';

const metals = ['text-gold', 'text-silver', 'text-bronze'] as const;
const metalNames = ['gold', 'silver', 'bronze'] as const;

/** Props of {@link ShowcaseRow}. */
export interface ShowcaseRowProps {
  showcase: Showcase;
  isOwn: boolean;
  onReport: () => void;
}

/** A line of the leaderboard: the artist, the member, and the numbers. */
export function ShowcaseRow({ showcase, isOwn, onReport }: ShowcaseRowProps) {
  const { id, member, place, artistName, followers, monthlyListeners, topTrack } = showcase;
  return (
    <li
      className={classes(
        'grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-3 py-3 md:px-4',
        isOwn && 'bg-primary-wash',
      )}
      id={`showcase-${id}`}
    >
      <Place place={place} />
      {showcase.pictureUrl === null ? (
        <DrawnArt className="size-12 rounded-full" id={id} motif="wave" />
      ) : (
        <Avatar className="size-12!" id={id} name={artistName} src={showcase.pictureUrl} />
      )}
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2">
          <a
            className="min-w-0 truncate font-semibold hover:underline"
            href={showcase.artistUrl}
            rel="noopener noreferrer nofollow ugc"
            target="_blank"
          >
            <DisplayName name={artistName} />
            <span className="sr-only"> at Spotify, in a new tab</span>
          </a>
          {isOwn && <span className="shrink-0 text-sm font-semibold text-primary-text">You</span>}
        </p>
        <p className="truncate text-sm text-soft">
          <AppLink className="hover:underline" to={`/profile/${member.username}`}>
            <DisplayName name={member.displayName} /> <span className="text-faint">@{member.username}</span>
          </AppLink>
        </p>
        {topTrack && (
          <p className="flex min-w-0 items-center gap-1.5 text-sm text-soft">
            <Music aria-hidden="true" className="shrink-0 text-faint" size={14} />
            <span className="sr-only">Top track: </span>
            <span className="truncate">
              <DisplayName name={topTrack.name} />
            </span>
            {topTrack.isSelfReported && <SelfReported />}
          </p>
        )}
      </div>
      <div className="col-start-4 row-start-1 sm:order-last">
        {!isOwn && (
          <ContentMenu
            canDelete={false}
            canReport={showcase.can.report}
            complaint={{ kind: 'spotify_showcase', id }}
            edited={false}
            label={`More about the showcase of ${member.displayName}`}
            onOpen={onReport}
          />
        )}
      </div>
      <dl className="col-span-2 col-start-3 flex flex-wrap gap-x-6 gap-y-1">
        <Figure {...followers} label="Followers" />
        <Figure {...monthlyListeners} label="Monthly listeners" />
      </dl>
    </li>
  );
}

function Place({ place }: { place: number }) {
  const metal = place <= limits.badges ? metals[place - 1] : undefined;
  return (
    <span
      aria-label={placeText(place)}
      className={classes(
        'tape grid size-8 shrink-0 place-items-center',
        metal === undefined ? 'text-soft' : `rounded-full border border-current font-bold ${metal}`,
      )}
      data-badge={metal && metalNames[place - 1]}
      role="img"
    >
      {place}
    </span>
  );
}

function Figure({ label, value, isSelfReported }: { label: string; value: number; isSelfReported: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-1.5">
      <dt className="order-2 text-sm text-soft">{label}</dt>
      <dd className="contents">
        <Counter className="order-1 font-semibold" short value={value} />
        {isSelfReported && (
          <span className="order-3">
            <SelfReported />
          </span>
        )}
      </dd>
    </div>
  );
}

/** Marks what a member typed. */
function SelfReported() {
  return <span className="shrink-0 text-xs text-faint">self-reported</span>;
}
