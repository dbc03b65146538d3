import { lateWindow } from '#content/core/web/page/late-window.ts';
import { Captions, ChevronLeft, ChevronRight, Clock, EyeOff, Heart, RotateCcw, Sparkles, X } from 'lucide-react';
import { type CSSProperties, type ReactNode, type TouchEvent, useRef, useState } from 'react';
import type { GalleryImage } from '#features/gallery/contract/endpoints.ts';
import { useContentMenu } from '#content/core/web/content-controls.tsx';
import { useRevealed } from '#content/core/web/revealed.ts';
import { Picture } from '#content/media/web/picture.tsx';
import { ProcessAgain } from '#content/media/web/process-again.tsx';
import { placeholderStyle } from '#platform/web/ui/graphics/placeholder.ts';
import { AvatarLink } from '#people/profiles/web/avatar-link.tsx';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { useImageActions } from './actions.ts';
import { galleryAddress } from './queries.ts';
import { StateBadge } from './image-tile.tsx';

const DescribeDialog = lateWindow('The form', () => import('#content/media/web/describe-dialog.tsx'));

/** The heading of the open image. */
export const titleId = 'image-title';
/** Pixels that a finger moves sideways to turn to the next image. */
const SWIPE_PX = 48;

/** What the detail can do besides what belongs to the image. */
export interface DetailMoves {
  /** Address of the gallery without the image. */
  readonly closeTo: string;
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}

/** One image, large, with what is said of it and what can be done to it. */
export function ImageDetail({ image, ...moves }: DetailMoves & { image: GalleryImage }) {
  const [shown, reveal] = useRevealed(image);
  const begun = useRef<{ x: number; y: number } | null>(null);
  const onTouchEnd = (event: TouchEvent) => {
    const end = event.changedTouches[0];
    const start = begun.current;
    begun.current = null;
    if (!start || !end || event.touches.length > 0) return;
    const [x, y] = [end.clientX - start.x, end.clientY - start.y];
    if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(y)) return;
    (x < 0 ? moves.onNext : moves.onPrevious)?.();
  };
  return (
    <>
      <div
        className="stage-picture"
        onTouchEnd={onTouchEnd}
        onTouchStart={(event) => {
          const touch = event.touches[0];
          // Two fingers zoom.
          begun.current = touch && event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
        }}
      >
        {shown ? (
          <span className="stage-frame" key={image.id} style={wholeOf(image.file)}>
            <Picture
              alt={image.title}
              file={image.file}
              first
              fit="contain"
              sizes="(min-width: 60rem) calc(100vw - 22rem), 100vw"
            />
          </span>
        ) : (
          <>
            <span
              aria-hidden="true"
              className="stage-frame"
              style={{ ...placeholderStyle(image.file.placeholder), ...wholeOf(image.file) }}
            />
            <span className="absolute inset-0 grid place-items-center">
              <Button icon={<EyeOff aria-hidden="true" size={15} />} onClick={reveal}>
                Show 18+ image
              </Button>
            </span>
          </>
        )}
        <Turn onTurn={moves.onPrevious} side="left" />
        <Turn onTurn={moves.onNext} side="right" />
      </div>
      <div className="stage-side">
        <Side image={image} moves={moves} />
      </div>
    </>
  );
}

/** As large as the room is, but no larger than the picture itself. */
function wholeOf({ width, height }: GalleryImage['file']): CSSProperties | undefined {
  if (!width || !height) return undefined;
  return {
    aspectRatio: `${width} / ${height}`,
    width: `min(100cqw, calc(100cqh * ${(width / height).toFixed(4)}), ${width}px)`,
  };
}

function Turn({ side, onTurn }: { side: 'left' | 'right'; onTurn: (() => void) | null }) {
  if (!onTurn) return null;
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <IconButton
      className={`absolute! inset-y-0 my-auto ${side === 'left' ? 'start-2' : 'end-2'}`}
      icon={<Icon aria-hidden="true" size={22} />}
      label={side === 'left' ? 'Previous image' : 'Next image'}
      onClick={onTurn}
      outlined
    />
  );
}

function Side({ image, moves }: { image: GalleryImage; moves: DetailMoves }) {
  const actions = useImageActions(image);
  const [describing, setDescribing] = useState(false);
  const { menu, windows, isOwn } = useContentMenu(image, {
    kind: 'gallery_image',
    noun: 'image',
    authorId: image.uploader.id,
    address: galleryAddress('', image.id),
    label: 'More about this image',
    actions: { remove: actions.remove },
  });
  return (
    <>
      <div className="flex items-start gap-2">
        <h2 className="heading min-w-0 flex-1 text-xl break-words" id={titleId}>
          {image.title}
        </h2>
        {menu}
        {/* A link, so that it works before the page's code is here. */}
        <AppLink
          aria-label="Close"
          className="touch-target relative -mt-1 -me-2 inline-grid size-8 shrink-0 place-items-center rounded-control text-soft hover:bg-hover hover:text-text"
          keepScroll
          onClick={(event) => {
            event.preventDefault();
            moves.onClose();
          }}
          to={moves.closeTo}
        >
          <X aria-hidden="true" size={18} />
        </AppLink>
      </div>
      <div className="flex items-center gap-3">
        <AvatarLink person={image.uploader} size="sm" />
        <div className="min-w-0">
          <PersonName person={image.uploader} />
          <p className="text-sm text-faint">
            <RelativeTime date={image.createdAt} />
          </p>
        </div>
      </div>
      <Notice image={image} />
      {image.description !== '' && <p className="break-words whitespace-pre-line text-soft">{image.description}</p>}
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-1">
        {image.state === 'approved' && (
          <Button
            aria-pressed={image.liked}
            className="aria-pressed:text-primary-text"
            icon={<Heart aria-hidden="true" fill={image.liked ? 'currentColor' : 'none'} size={18} />}
            onClick={() => void actions.like()}
          >
            Like <Counter short value={image.likeCount} />
          </Button>
        )}
        {image.can.restore && (
          <Button icon={<RotateCcw aria-hidden="true" size={16} />} onClick={() => void actions.restore()}>
            Restore
          </Button>
        )}
        {isOwn && (
          <Button icon={<Captions aria-hidden="true" size={16} />} onClick={() => setDescribing(true)} variant="ghost">
            {image.file.altText === '' ? 'Describe' : 'Edit description'}
          </Button>
        )}
        {image.isFeatured && (
          <Badge icon={<Sparkles aria-hidden="true" size={12} />} tone="solid">
            Featured
          </Badge>
        )}
        {image.isAdult && <Badge>18+</Badge>}
      </div>
      {describing && (
        <DescribeDialog
          file={image.file}
          onClose={() => setDescribing(false)}
          onGiveUp={() => setDescribing(false)}
          onSaved={actions.describe}
        />
      )}
      {windows}
    </>
  );
}

function Notice({ image }: { image: GalleryImage }): ReactNode {
  if (image.notice === null) return null;
  const waits = image.state === 'pending';
  return (
    <div
      className={`grid justify-items-start gap-2 rounded-control border px-3 py-2 text-sm ${waits ? 'border-accent-text/40 bg-accent-wash' : 'border-danger/40 bg-danger-wash'}`}
      role="note"
    >
      <StateBadge state={image.state} />
      <p className="flex gap-2">
        {waits && <Clock aria-hidden="true" className="mt-0.5 shrink-0 text-accent-text" size={15} />}
        {image.notice}
      </p>
      <ProcessAgain file={image.file} name={image.title} />
    </div>
  );
}
