import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, EyeOff, Sparkles, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { GalleryImage, PendingImage as Pending } from '#features/gallery/contract/endpoints.ts';
import { useRevealed } from '#content/core/web/revealed.ts';
import { Picture } from '#content/media/web/picture.tsx';
import { placeholderStyle } from '#platform/web/ui/graphics/placeholder.ts';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { useDecision } from '#features/staff/web/actions.ts';
import { approvedImagesQuery, pendingImagesQuery } from '#features/staff/web/queries.ts';
import type { ReasonDialogProps } from '#features/staff/web/reason-dialog.tsx';
import { StaffList } from '#features/staff/web/staff-list.tsx';

const ReasonDialog = latePart<ReasonDialogProps>(() => import('#features/staff/web/reason-dialog.tsx'), {
  name: 'The question',
  notice: 'float',
});

const gallery = ['gallery'] as const;
const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3';

/** The tab Pending Images: what waits for approval, oldest first, and the gallery, to feature its images. */
export function PendingImagesTab() {
  const call = useCall();
  const pending = useInfiniteQuery(pendingImagesQuery(call));
  const approved = useInfiniteQuery(approvedImagesQuery(call));
  return (
    <>
      <StaffList
        className={grid}
        empty={{ title: 'No pending images', text: 'Images that wait for approval are listed here.' }}
        label="Pending images"
        query={pending}
      >
        {(image) => <PendingImage image={image} />}
      </StaffList>
      <section aria-labelledby="approved-images" className="mt-8">
        <h2 className="heading mb-3 text-lg" id="approved-images">
          In the gallery
        </h2>
        <StaffList
          className={grid}
          empty={{ title: 'No images in the gallery', text: 'Approved images can be featured here.' }}
          label="Images in the gallery"
          query={approved}
        >
          {(image) => <ApprovedImage image={image} />}
        </StaffList>
      </section>
    </>
  );
}

function PendingImage({ image }: { image: Pending }) {
  const decide = useDecision();
  const { busy, run } = useAction();
  /** The version that the question is about. */
  const [rejected, setRejected] = useState<string | null>(null);
  const params = { imageId: image.id };
  const approve = () =>
    run(async () => {
      await decide(
        (call) => call('POST /staff/gallery/:imageId/approve', { params, body: { version: image.version } }),
        { done: { title: 'Image approved', description: 'It is in the gallery now, and its owner is notified.' } },
        [gallery],
      );
    });
  const reject = (version: string) => (reason: string) =>
    decide(
      (call) => call('POST /staff/gallery/:imageId/reject', { params, body: { version, reason } }),
      {
        done: { title: 'Image rejected', description: 'Its owner is notified with the reason.' },
        onOutdated: () => setRejected(null),
      },
      [gallery],
    );
  return (
    <ImageCard decides image={image}>
      <Button
        aria-label={`Approve ${image.title}`}
        busy={busy}
        icon={<Check aria-hidden="true" size={16} />}
        onClick={() => void approve()}
        size="sm"
        variant="primary"
      >
        Approve
      </Button>
      <Button
        aria-label={`Reject ${image.title}`}
        icon={<X aria-hidden="true" size={16} />}
        onClick={() => setRejected(image.version)}
        onFocus={ReasonDialog.preload}
        onPointerEnter={ReasonDialog.preload}
        size="sm"
      >
        Reject
      </Button>
      {rejected !== null && (
        <ReasonDialog
          confirmLabel="Reject"
          description="Its owner is notified with the reason."
          isRequired
          onClose={() => setRejected(null)}
          onConfirm={reject(rejected)}
          onGiveUp={() => setRejected(null)}
          title="Reject this image?"
        />
      )}
    </ImageCard>
  );
}

function ApprovedImage({ image }: { image: GalleryImage }) {
  const decide = useDecision();
  const { busy, run } = useAction();
  const feature = () =>
    run(async () => {
      const on = !image.isFeatured;
      await decide(
        (call) => call('PUT /staff/gallery/:imageId/featured', { params: { imageId: image.id }, body: { on } }),
        { done: { title: on ? 'Image featured' : 'Image no longer featured' } },
        [gallery],
      );
    });
  return (
    <ImageCard image={image}>
      <Button
        aria-label={`${image.isFeatured ? 'Unfeature' : 'Feature'} ${image.title}`}
        aria-pressed={image.isFeatured}
        busy={busy}
        icon={<Sparkles aria-hidden="true" size={16} />}
        onClick={() => void feature()}
        size="sm"
      >
        {image.isFeatured ? 'Unfeature' : 'Feature'}
      </Button>
    </ImageCard>
  );
}

/** @param decides its buttons decide about it: there are none while it is covered */
function ImageCard({
  image,
  decides = false,
  children,
}: {
  image: GalleryImage;
  decides?: boolean;
  children: ReactNode;
}) {
  const [shown, reveal] = useRevealed(image);
  return (
    <Card aria-label={image.title} className="flex h-full flex-col" flush role="group">
      <div className="relative aspect-4/3 bg-sunken">
        {shown ? (
          <Picture alt={image.title} fit="contain" file={image.file} sizes="18rem" />
        ) : (
          <>
            <span aria-hidden="true" className="absolute inset-0" style={placeholderStyle(image.file.placeholder)} />
            <span className="absolute inset-0 grid place-items-center">
              <Button icon={<EyeOff aria-hidden="true" size={15} />} onClick={reveal} size="sm">
                Show 18+ image
              </Button>
            </span>
          </>
        )}
      </div>
      <div className="grid flex-1 content-start gap-1 p-3">
        <p className="flex flex-wrap items-center gap-1.5">
          <AppLink
            className="inline-block min-h-6 min-w-0 font-semibold wrap-anywhere hover:underline"
            to={`/gallery?image=${image.id}`}
          >
            {image.title}
          </AppLink>
          {image.isAdult && <Badge>18+</Badge>}
          {image.isFeatured && <Badge tone="solid">Featured</Badge>}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
          <PersonName badge={false} person={image.uploader} />
          <RelativeTime date={image.createdAt} />
        </p>
        {image.description !== '' && (
          <p className="line-clamp-3 text-sm text-soft wrap-anywhere">{image.description}</p>
        )}
        {image.state === 'pending' && image.notice !== null && (
          <p className="text-sm text-accent-text">{image.notice}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 p-3 pt-0">
        {decides && !shown ? <p className="text-sm text-soft">Show the image to decide about it.</p> : children}
      </div>
    </Card>
  );
}
