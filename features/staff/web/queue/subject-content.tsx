import { Fragment } from 'react';
import { EyeOff } from 'lucide-react';
import type { QueueMark } from '#content/moderation/contract/endpoints.ts';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { ImageGrid } from '#content/media/web/image-grid.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { fullName } from '#people/profiles/web/full-name.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { ReadItem } from './use-queue.ts';

/** What an item is about: as plain text, so that nothing in it runs or loads, with its pictures and sounds. 18+ is covered. */
export function SubjectContent({ item, isShown, onShow }: { item: ReadItem; isShown: boolean; onShow: () => void }) {
  const { subject, content } = item;
  if (!isShown)
    return (
      <div className="mt-3 grid place-items-center rounded-card border border-dashed border-control-line p-8">
        <Button icon={<EyeOff aria-hidden="true" size={16} />} onClick={onShow}>
          Show 18+ content
        </Button>
      </div>
    );
  const files = content?.files ?? [];
  const pictures = files.filter((file) => file.kind === 'image');
  const text = content?.text ?? subject.excerpt;
  return (
    <div className="mt-3 grid gap-3">
      <h2 className="heading text-lg wrap-anywhere">
        {subject.visibility === 'deleted' ? (
          subject.title
        ) : (
          <AppLink className="inline-block leading-6 hover:underline" to={subject.url}>
            {subject.title}
          </AppLink>
        )}
      </h2>
      {item.around && <Answered around={item.around} />}
      {item.around && <Near label="Before it" lines={item.around.before} />}
      {text.trim() !== '' && (
        <p className={item.around ? 'staff-subject' : 'whitespace-pre-wrap wrap-anywhere'}>
          <Marked marks={content ? item.marks : []} text={text} />
        </p>
      )}
      {pictures.length > 0 && <ImageGrid all files={pictures} first={false} title={subject.title} />}
      {files
        .filter((file) => file.kind !== 'image')
        .map((file) => (
          <Playable file={file} key={file.id} />
        ))}
      {item.around && <Near label="After it" lines={item.around.after} />}
    </div>
  );
}

/** A text with what the filters found in it; a screen reader reads out what each is. */
function Marked({ text, marks }: { text: string; marks: readonly QueueMark[] }) {
  const end = marks.at(-1)?.to ?? 0;
  return (
    <>
      {marks.map(({ from, to, what }, at) => (
        <Fragment key={from}>
          {text.slice(marks[at - 1]?.to ?? 0, from)}
          <mark className="staff-mark" title={what}>
            {text.slice(from, to)}
            <span className="sr-only"> ({what})</span>
          </mark>
        </Fragment>
      ))}
      {text.slice(end)}
    </>
  );
}

type Around = NonNullable<ReadItem['around']>;

/** What an answer answers. */
function Answered({ around: { above } }: { around: Around }) {
  return (
    <blockquote className="border-s-2 border-hairline-strong ps-3 text-sm text-soft">
      <p className="font-semibold">Answers {fullName(above.author)}</p>
      <p className="line-clamp-4 whitespace-pre-wrap wrap-anywhere">{above.text}</p>
    </blockquote>
  );
}

/** The answers on one side of it. */
function Near({ label, lines }: { label: string; lines: Around['before'] }) {
  if (lines.length === 0) return null;
  return (
    <ol aria-label={label} className="grid gap-1 text-sm text-soft">
      {lines.map((line) => (
        <li className="line-clamp-2 wrap-anywhere" key={line.id}>
          <strong>{fullName(line.author)}</strong> <RelativeTime className="text-faint" date={line.createdAt} />{' '}
          {line.text}
        </li>
      ))}
    </ol>
  );
}

function Playable({ file }: { file: MediaFile }) {
  const src = file.url ?? file.originalUrl;
  return (
    <figure className="grid gap-1">
      <figcaption className="text-sm text-soft wrap-anywhere">{file.name}</figcaption>
      {src === null && <p className="text-sm text-faint">It is being prepared.</p>}
      {src !== null && file.kind === 'audio' && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- members upload sounds without captions
        <audio className="w-full" controls preload="none" src={src} />
      )}
      {src !== null && file.kind === 'video' && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- members upload videos without captions
        <video className="max-h-96 w-full" controls preload="none" src={src} />
      )}
    </figure>
  );
}
