import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribePage } from '#people/notifications/web/unsubscribe-page.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/unsubscribe')({
  validateSearch: (search: Record<string, unknown>): { token: string } => ({
    token: typeof search['token'] === 'string' ? search['token'].slice(0, 200) : '',
  }),
  // A token in the address must not travel on in a referrer or an index.
  head: privateHead('Email digest', { name: 'referrer', content: 'no-referrer' }),
  component: function Unsubscribe() {
    return <UnsubscribePage token={Route.useSearch().token} />;
  },
});
