import { Page } from '#web/shell/page.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { useAuth } from '../auth-context.tsx';
import { InvitationsSection } from './invitations-section.tsx';

/** `/admin/invitations`, for admins. */
export function InvitationsPage() {
  const { viewer } = useAuth();
  if (viewer?.isAdmin !== true) return <Denied />;
  return (
    <Page>
      <PageHeading title="Invitations" />
      <InvitationsSection />
    </Page>
  );
}

/** The page while it loads. */
export function InvitationsPending() {
  return (
    <Page>
      <PageHeading title="Invitations" />
      <ListSkeleton label="Loading invitations" rows={6} />
    </Page>
  );
}

function Denied() {
  return (
    <Page>
      <h1 className="sr-only">Access Denied</h1>
      <EmptyState action={<ButtonLink to="/">Home</ButtonLink>} title="Access Denied">
        You don&apos;t have permission to access the admin panel.
      </EmptyState>
    </Page>
  );
}
