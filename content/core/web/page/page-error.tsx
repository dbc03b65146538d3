import { useRouter } from '@tanstack/react-router';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Page, type PageProps } from '#platform/web/ui/page.tsx';

/** A page that could not be loaded: what failed, and Retry. @param heading title of the page that would be there */
export function PageError({
  heading,
  error,
  title,
  width = 'reading',
}: {
  heading: string;
  error: unknown;
  title: string;
  width?: PageProps['width'];
}) {
  const router = useRouter();
  return (
    <Page width={width}>
      <h1 className="sr-only">{heading}</h1>
      <ErrorState error={error} onRetry={() => void router.invalidate()} title={title} />
    </Page>
  );
}
