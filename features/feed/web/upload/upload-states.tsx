import { ContentForAdults, ContentPending } from '#content/core/web/page/content-states.tsx';
import { Skeleton, WaveformSkeleton } from '#platform/web/ui/skeleton.tsx';

/** An 18+ upload, for whoever has not said to be an adult. */
export function UploadForAdults() {
  return <ContentForAdults back={{ to: '/uploads', label: 'Uploads' }} what="uploads" />;
}

/** An upload while it loads. */
export function UploadPending() {
  return (
    <ContentPending plural="comments" railLabel="About this upload" rows={3}>
      <Skeleton className="h-7 w-3/4" />
      <WaveformSkeleton />
    </ContentPending>
  );
}
