import { Download, ExternalLink, MessageCircle, Music } from 'lucide-react';
import { platforms, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { kitLicences, sharing } from '#features/sharing/contract/limits.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { LikeButton } from '#content/core/web/like-button.tsx';
import { Picture } from '#content/media/web/picture.tsx';
import { sourcesOf } from '#content/media/web/pictures.ts';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { buttonStyle } from '#platform/web/ui/controls/button-style.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { Counter } from '#platform/web/ui/counter.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { archiveFacts, creditsText } from './archive/words.ts';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { useItemActions } from './actions.ts';
import { itemAddress, listAddress } from './filter.ts';
import { markOf } from './marks.ts';
import { SongPlayer } from './song-player.tsx';
import { sharingWords } from './words.ts';

/** An item's type, with its drawing and colour. */
export function TypeBadge({ item: { kind, type } }: { item: SharedItem }) {
  const label = sharingTypes[kind].types?.find(({ key }) => key === type)?.label;
  if (type === null || label === undefined) return null;
  const { icon: Icon, tone } = markOf(kind, type);
  return (
    <Badge icon={<Icon aria-hidden="true" size={12} />} tone={tone}>
      {label}
    </Badge>
  );
}

/** The tags of a thing; each leads to its list. @param isAll else the first ones, and how many more there are */
export function Tags({ item: { id, kind, tags }, isAll = false }: { item: SharedItem; isAll?: boolean }) {
  if (tags.length === 0) return null;
  const shown = isAll ? tags : tags.slice(0, sharing.tagsShown);
  const style = 'touch-target relative max-w-40 truncate text-sm text-secondary-text hover:underline';
  return (
    <ul aria-label="Tags" className="flex min-w-0 flex-wrap gap-x-2.5 gap-y-1">
      {shown.map((tag) => (
        <li key={tag} className="min-w-0">
          <AppLink className={style} to={listAddress(kind, { tag })}>
            #{tag}
          </AppLink>
        </li>
      ))}
      {tags.length > shown.length && (
        <li>
          <AppLink className={classes(style, 'text-soft')} to={itemAddress(kind, id)}>
            +{tags.length - shown.length} more
          </AppLink>
        </li>
      )}
    </ul>
  );
}

/** On its page: the picture that previews a kit, whole. Of a set it is the cover alone. */
export function WholePreview({ item: { kind, preview, title } }: { item: SharedItem }) {
  if (kind === 'set' || preview?.kind !== 'image' || !sourcesOf(preview)) return null;
  return (
    <div className="aspect-video overflow-hidden rounded-control bg-sunken">
      <Picture alt={`Preview of ${title}`} box={9 / 16} file={preview} sizes="(min-width: 768px) 46rem, 92vw" />
    </div>
  );
}

/** Plays a song of a platform, and leads to where a thing is. @param isPage else only where it cannot be heard at once */
export function ItemLinks({ item, isPage = false }: { item: SharedItem; isPage?: boolean }) {
  const { countDownload } = useItemActions(item);
  const { kind, track, url, type } = item;
  const platform = kind === 'song' ? platforms.find(({ key }) => key === type)?.label : undefined;
  const label = platform === undefined ? sharingWords[kind].open : `Open at ${platform}`;
  const Icon = label === 'Download' ? Download : ExternalLink;
  const toTrack = isPage || !item.sound ? track : null;
  if (!toTrack && url === null && (kind !== 'song' || item.sound)) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {kind === 'song' && <SongPlayer item={item} />}
      {toTrack && (
        <ButtonLink icon={<Music aria-hidden="true" size={16} />} size="sm" to={`/uploads/${toTrack.uploadId}`}>
          Open the track
        </ButtonLink>
      )}
      {kind === 'song' && !track && url === null && (
        <p className="text-sm text-faint">Its track is not on this site any more.</p>
      )}
      {url !== null && (
        <a
          className={buttonStyle(kind === 'song' ? 'ghost' : undefined, 'sm')}
          href={url}
          onClick={countDownload}
          rel="noopener noreferrer nofollow ugc"
          target="_blank"
        >
          <Icon aria-hidden="true" size={16} />
          {label}
          <span className="sr-only"> (in a new tab)</span>
        </a>
      )}
    </div>
  );
}

/** On a card: what its archive is and costs. Its page has the rest. */
export function ArchiveLine({ item: { archive, price, id, kind } }: { item: SharedItem }) {
  if (!archive) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <AppLink className="tape text-xs text-soft hover:underline" to={itemAddress(kind, id)}>
        {archiveFacts(archive)}
      </AppLink>
      {price !== null && <Badge tone="accent">{creditsText(price)}</Badge>}
    </p>
  );
}

/** The size of a set, and the release date of an album. */
export function SetLine({ item: { set } }: { item: SharedItem }) {
  if (!set) return null;
  return (
    <p className="text-sm text-soft">
      <span className="tape">{set.entryCount}</span> {set.entryCount === 1 ? 'entry' : 'entries'}
      {set.releaseAt !== null && (
        <>
          {' · '}
          {set.isScheduled ? 'Opens ' : 'Released '}
          <LocalDate date={set.releaseAt} />
        </>
      )}
    </p>
  );
}

/** The licence of a kit or pack. */
export function LicenceLine({ item: { licence } }: { item: SharedItem }) {
  if (!licence) return null;
  const { label, url } = kitLicences.find(({ key }) => key === licence.key)!;
  return (
    <div className="text-sm text-soft">
      <p>
        Licence:{' '}
        {url === null ? (
          <span className="font-semibold text-text">{label}</span>
        ) : (
          <a
            className="font-semibold text-secondary-text hover:underline"
            href={url}
            rel="license noopener noreferrer"
            target="_blank"
          >
            {label}
          </a>
        )}
      </p>
      {licence.key === 'own' && <p className="mt-1 whitespace-pre-line wrap-anywhere">{licence.text}</p>}
    </div>
  );
}

/** Opens and closes the replies beside the count. */
interface RepliesToggle {
  readonly isOpen: boolean;
  onToggle(): void;
  /** The reader is about to. */
  onReach(): void;
}

/** Likes, replies and downloads of a thing. @param replies where the replies are, or what shows them here */
export function ItemCounts({ item, replies }: { item: SharedItem; replies: string | RepliesToggle }) {
  const actions = useItemActions(item);
  const { replyCount, downloadCount } = item;
  const count = (number: number, singular: string, several: string): string =>
    `${number} ${number === 1 ? singular : several}`;
  const answers = {
    'aria-label': count(replyCount, 'reply', 'replies'),
    className: 'touch-target card-action',
    children: (
      <>
        <MessageCircle aria-hidden="true" size={18} strokeWidth={1.75} />
        <Counter short value={replyCount} />
      </>
    ),
  };
  return (
    <>
      <LikeButton
        as={item.visibility === 'published' ? 'button' : 'text'}
        content={item}
        onLike={() => void actions.like()}
      />
      {typeof replies === 'string' ? (
        <AppLink {...answers} to={replies} />
      ) : (
        <button
          {...answers}
          aria-expanded={replies.isOpen}
          onClick={replies.onToggle}
          onFocus={replies.onReach}
          onPointerEnter={replies.onReach}
          type="button"
        />
      )}
      {downloadCount !== null && (
        <span
          aria-label={count(downloadCount, 'download', 'downloads')}
          className="touch-target card-action"
          role="img"
        >
          <Download aria-hidden="true" size={17} strokeWidth={1.75} />
          <Counter short value={downloadCount} />
        </span>
      )}
    </>
  );
}

/** In the place of what is 18+, until the reader shows it. */
export function Covered({ onReveal }: { onReveal: () => void }) {
  return (
    <div className="grid justify-items-start gap-2 rounded-control bg-sunken p-3">
      <p className="text-sm text-soft">This is marked 18+.</p>
      <button className={buttonStyle(undefined, 'sm')} onClick={onReveal} type="button">
        Show it
      </button>
    </div>
  );
}
