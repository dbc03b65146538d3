import { useSuspenseQuery } from '@tanstack/react-query';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { DecisionCard } from './decision-card.tsx';
import { decisionQuery, decisionsQuery } from './queries.ts';

/** `/decisions`: what staff decided about the viewer's account, and how to appeal. */
export function DecisionsPage() {
  const { items } = useSuspenseQuery(decisionsQuery(useCall())).data;
  return (
    <Page>
      <PageHeading
        lead={
          <>
            What staff decided about your account, and why. The{' '}
            <AppLink className="link" to="/legal/rules">
              rules
            </AppLink>{' '}
            say what is expected here.
          </>
        }
        title="Decisions about you"
      />
      {items.length === 0 && (
        <EmptyState title="No decisions">
          Warnings, silences and suspensions would stand here. A removal leads to its decision from the notification.
        </EmptyState>
      )}
      <ul className="mt-4 grid gap-4">
        {items.map((decision) => (
          <li key={decision.id}>
            <DecisionCard decision={decision} />
          </li>
        ))}
      </ul>
    </Page>
  );
}

/** `/decisions/{decisionId}`: one decision, as its notification leads to it. */
export function DecisionPage({ decisionId }: { decisionId: string }) {
  const { data: decision } = useSuspenseQuery(decisionQuery(useCall(), decisionId));
  return (
    <Page>
      <PageHeading back={{ to: '/decisions', label: 'Decisions about you' }} title="A decision of the staff" />
      <div className="mt-4">
        <DecisionCard decision={decision} />
      </div>
    </Page>
  );
}
