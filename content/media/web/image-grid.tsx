import { useState } from 'react';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { Picture } from './picture.tsx';
import { placeholderStyle } from '#platform/web/ui/graphics/placeholder.ts';
import { ProcessAgain } from './process-again.tsx';

const Lightbox = latePart(() => import('./lightbox.tsx'), { name: 'The picture', notice: 'float' });

/** Tiles that a card of the feed shows; the last of them says how many more there are. */
const TILES = 4;
/** On its page a single picture keeps its shape between these; a taller or wider one is cut, and whole when it is opened. */
const NARROWEST = 4 / 5;
const WIDEST = 5 / 2;
/** In a feed a taller one stands whole in a box of this shape, so that the next card is seen too. */
const TALL = 4 / 3;
const one = '(min-width: 75rem) 44rem, (min-width: 48rem) 80vw, 94vw';
const several = '(min-width: 75rem) 22rem, (min-width: 48rem) 40vw, 47vw';

/** The pictures of an upload; a click opens them large. */
export function ImageGrid({
  files,
  title,
  all,
  first,
  among = files,
}: {
  files: readonly MediaFile[];
  /** Of the upload, to name the pictures by. */
  title: string;
  /** Show every picture as a tile. */
  all: boolean;
  /** They are the first thing that is seen of the page. */
  first: boolean;
  /** All pictures of the same content, through which an opened one leads; these alone when not given. */
  among?: readonly MediaFile[];
}) {
  const [open, setOpen] = useState<number | null>(null);
  const tiles = all ? files : files.slice(0, TILES);
  const [single] = files;
  const hidden = files.length - tiles.length;
  const isSingle = files.length === 1;
  const isBoxed = isSingle && !all && single !== undefined && ratioOf(single) < TALL;
  return (
    <>
      <div className={classes('grid gap-2 overflow-hidden rounded-control', files.length > 1 && 'grid-cols-2')}>
        {tiles.map((file, index) => {
          // The first of an odd number has a row of its own.
          const isWide = !isSingle && tiles.length % 2 === 1 && index === 0;
          const box = isWide ? 1 / 2 : isSingle ? 1 / shapeOf(file) : 3 / 4;
          return (
            <button
              key={file.id}
              aria-haspopup="dialog"
              aria-label={labelOf(
                file,
                isSingle ? `Open the picture of “${title}”` : `Open picture ${index + 1} of ${files.length}`,
              )}
              className={classes(
                'relative block w-full cursor-zoom-in overflow-hidden rounded-control bg-sunken',
                !isSingle && (isWide ? 'col-span-2 aspect-[2/1]' : 'aspect-[4/3]'),
                isBoxed && 'aspect-square sm:aspect-[4/3]',
              )}
              onClick={() => setOpen(among.indexOf(file))}
              onFocus={Lightbox.preload}
              onPointerEnter={Lightbox.preload}
              style={isSingle && single && !isBoxed ? { aspectRatio: shapeOf(single) } : undefined}
              type="button"
            >
              {isBoxed && (
                <span
                  aria-hidden="true"
                  className="absolute inset-0 scale-110 opacity-50 blur-lg"
                  style={placeholderStyle(file.placeholder)}
                />
              )}
              <Picture
                alt=""
                className="relative"
                file={file}
                first={first && index === 0}
                fit={isBoxed ? 'contain' : 'cover'}
                box={box}
                sizes={isSingle || isWide ? one : several}
              />
              {hidden > 0 && index === tiles.length - 1 && (
                <span className="heading absolute inset-0 grid place-items-center bg-inverse/75 text-3xl text-on-inverse">
                  +{hidden}
                </span>
              )}
            </button>
          );
        })}
      </div>
      {files.map((file) => (
        <ProcessAgain file={file} key={file.id} name={file.name} />
      ))}
      {open !== null && (
        <Lightbox
          files={among}
          onClose={() => setOpen(null)}
          onGiveUp={() => setOpen(null)}
          start={open}
          title={title}
        />
      )}
    </>
  );
}

/** What a button says that opens a picture, with what the picture shows. */
const labelOf = ({ altText }: MediaFile, action: string): string => (altText === '' ? action : `${action}: ${altText}`);

const ratioOf = ({ width, height }: MediaFile): number => (width && height ? width / height : 3 / 2);

const shapeOf = (file: MediaFile): number =>
  Math.round(Math.min(WIDEST, Math.max(NARROWEST, ratioOf(file))) * 1000) / 1000;
