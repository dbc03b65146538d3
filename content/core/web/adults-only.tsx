import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';

/** In the place of what is 18+, for whoever has not said to be an adult. `what`: "posts". */
export function AdultsOnly({ what }: { what: string }) {
  const { viewer } = useAuth();
  return (
    <EmptyState
      action={
        viewer ? (
          <ButtonLink to="/settings/account">Open settings</ButtonLink>
        ) : (
          <ButtonLink to="/auth">Sign in</ButtonLink>
        )
      }
      title="This is for adults"
    >
      {viewer
        ? `Confirm in settings that you are an adult to see 18+ ${what}. They stay blurred until you click.`
        : `Sign in and confirm in settings that you are an adult to see 18+ ${what}.`}
    </EmptyState>
  );
}
