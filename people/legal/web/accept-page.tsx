import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { legalKeys, pendingTextsQuery } from './queries.ts';

/** `/legal/accept`: what has changed in the operator's texts, and the one button that accepts it. */
export function AcceptPage() {
  const call = useCall();
  const { announce } = useAuth();
  const client = useQueryClient();
  const { revision, texts } = useSuspenseQuery(pendingTextsQuery(call)).data;
  const { busy, run } = useAction();
  const accept = () =>
    run(async () => {
      await call('POST /legal/acceptance', { body: { revision } });
      await Promise.all([announce('user updated'), client.invalidateQueries({ queryKey: legalKeys.pending })]);
      toast({ title: 'Thank you', description: 'You can post again.', kind: 'success' });
    });
  if (texts.length === 0)
    return (
      <Page>
        <PageHeading title="New terms" />
        <EmptyState action={<ButtonLink to="/">Home</ButtonLink>} title="Nothing to accept">
          You have accepted the texts of this site as they are.
        </EmptyState>
      </Page>
    );
  return (
    <Page>
      <PageHeading
        lead="Please read what has changed. Until you accept it you can read everything, and post nothing."
        title="New terms"
      />
      <ul className="mt-4 grid gap-3">
        {texts.map((text) => (
          <li key={text.key}>
            <Card className="p-4 sm:p-5">
              <h2 className="font-semibold">
                <AppLink className="link" target="_blank" to={`/legal/${text.key}`}>
                  {text.title}
                </AppLink>{' '}
                <span className="text-sm font-normal text-soft">version {text.version}, opens in a new tab</span>
              </h2>
              {text.notes.map((note) => (
                <p className="mt-2 whitespace-pre-line" key={note}>
                  {note}
                </p>
              ))}
            </Card>
          </li>
        ))}
      </ul>
      <p className="mt-5 flex flex-wrap items-center gap-3">
        <Button busy={busy} onClick={() => void accept()} variant="primary">
          Accept
        </Button>
        <AppLink className="link text-soft" to="/settings/account">
          I do not: my data and my account
        </AppLink>
      </p>
    </Page>
  );
}
