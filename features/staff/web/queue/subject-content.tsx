import { EyeOff } from 'lucide-react';
import type { QueueItem } from '#content/moderation/contract/endpoints.ts';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { ImageGrid } from '#content/media/web/image-grid.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';

/** What an item is about: as plain text, so that nothing in it runs or loads, with its pictures and sounds. 18+ is covered. */
export function SubjectContent({ item, isShown, onShow }: { item: QueueItem; isShown: boolean; onShow: () => void }) {
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
  const text = content?.text.trim() ?? subject.excerpt;
  return (
    <div className="mt-3 grid gap-3">
      <h2 className="heading text-lg wrap-anywhere">
        {subject.visibility === 'deleted' ? (
          subject.title
        ) : (
          <AppLink className="hover:underline" to={subject.url}>
            {subject.title}
          </AppLink>
        )}
      </h2>
      {text !== '' && <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>}
      {pictures.length > 0 && <ImageGrid all files={pictures} first={false} title={subject.title} />}
      {files
        .filter((file) => file.kind !== 'image')
        .map((file) => (
          <Playable file={file} key={file.id} />
        ))}
    </div>
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
