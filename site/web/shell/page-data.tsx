import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { packQueries, pageDataId } from '#platform/web/lib/page/page-data.ts';

/**
 * What was loaded for the page, as data that no browser runs. It stands behind everything that shows texts, because it
 * leaves these out, and before the page's code, which takes it over.
 */
export function PageData() {
  const client = useQueryClient();
  const texts = useRouteContext({ from: '__root__', select: (context) => context.texts });
  return (
    <script
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? packQueries(client, texts) : '' }}
      id={pageDataId}
      suppressHydrationWarning
      type="application/json"
    />
  );
}
