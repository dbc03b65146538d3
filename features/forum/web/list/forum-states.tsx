import { useRouter } from '@tanstack/react-router';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { FlatLine } from '#platform/web/ui/graphics/flat-line.tsx';

/** A category that is not there. */
export function CategoryMissing() {
  return (
    <Page width="narrow">
      <div className="grid justify-items-center gap-5 py-16 text-center">
        <FlatLine />
        <h1 className="heading-widest text-2xl">That category does not exist</h1>
        <ButtonLink to="/forum">All posts</ButtonLink>
      </div>
    </Page>
  );
}

/** A page of the forum that could not be loaded: what failed, and Retry. */
export function ForumError({ error, title }: { error: unknown; title: string }) {
  const router = useRouter();
  return (
    <Page>
      <h1 className="sr-only">Forum</h1>
      <ErrorState error={error} onRetry={() => void router.invalidate()} title={title} />
    </Page>
  );
}
