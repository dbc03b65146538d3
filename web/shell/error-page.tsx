import { AppLink } from '#web/ui/link.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Page } from './page.tsx';

/** A page that broke: what failed, Retry, and the way home. */
export function ErrorPage({
  title = 'This page could not be shown.',
  description = 'Something failed on the way. Your data is safe.',
  onRetry,
}: {
  title?: string;
  description?: string;
  onRetry?: () => void;
}) {
  return (
    <Page width="narrow">
      <h1 className="sr-only">Error</h1>
      <ErrorState description={description} onRetry={onRetry} title={title} />
      <p className="text-center">
        <AppLink className="link" to="/">
          Home
        </AppLink>
      </p>
    </Page>
  );
}
