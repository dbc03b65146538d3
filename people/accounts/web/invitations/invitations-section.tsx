import { useInfiniteQuery } from '@tanstack/react-query';
import { account } from '#people/accounts/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { useAuth } from '../auth-context.tsx';
import { invitationsQuery } from '../queries.ts';
import { InvitationForm } from './invitation-form.tsx';
import { InvitationLine } from './invitation-line.tsx';

/** Says what an invitation is for, as the site takes new members. */
const leads = {
  open: 'Everybody can sign up here. Invitations are needed once the operator asks for them.',
  invitation: `Who has a link can sign up: one person a link, for ${account.invitationDays} days.`,
  closed: 'This site takes no new members at the moment, with or without an invitation.',
} as const;

/** Where admins make, see and revoke invitations. */
export function InvitationsSection() {
  const { site } = useAuth();
  const query = useInfiniteQuery(invitationsQuery(useCall()));
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <div className="grid gap-4">
      <p className="max-w-measure text-soft">{leads[site.signUp]}</p>
      {site.signUp !== 'closed' && (
        <InvitationForm isEnded={(id) => items?.some((item) => item.id === id && item.state !== 'open') ?? false} />
      )}
      {!items && query.error && (
        <ErrorState
          busy={query.isFetching}
          error={query.error}
          onRetry={() => void query.refetch()}
          title="The invitations could not be loaded."
        />
      )}
      {!items && !query.error && <ListSkeleton label="Loading invitations" rows={4} />}
      {items?.length === 0 && (
        <EmptyState title="No invitations yet">Whom you invite is listed here, and what became of it.</EmptyState>
      )}
      {items && items.length > 0 && (
        <Card flush>
          <ul aria-label="Invitations" className="divide-y divide-hairline">
            {items.map((item) => (
              <InvitationLine invitation={item} key={item.id} />
            ))}
          </ul>
        </Card>
      )}
      <ListEnd list={query} />
    </div>
  );
}
