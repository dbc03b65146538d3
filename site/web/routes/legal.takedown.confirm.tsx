import { createFileRoute } from '@tanstack/react-router';
import { ConfirmComplaintPage } from '#content/rights/web/link-pages.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/legal/takedown/confirm')({
  validateSearch: (search: Record<string, unknown>): { token: string } => ({
    token: typeof search['token'] === 'string' ? search['token'].slice(0, 100) : '',
  }),
  // A token in the address must not travel on in a referrer or an index.
  head: privateHead('Confirm your complaint', { name: 'referrer', content: 'no-referrer' }),
  component: function LinkOfMail() {
    return <ConfirmComplaintPage token={Route.useSearch().token} />;
  },
});
