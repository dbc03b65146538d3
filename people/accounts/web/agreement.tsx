import { AppLink } from '#platform/web/ui/controls/link.tsx';

/** What a new account agrees to. */
export function Agreement() {
  return (
    <p className="text-sm text-soft">
      By creating an account you accept the{' '}
      <AppLink className="link" to="/legal/terms">
        terms
      </AppLink>
      , the{' '}
      <AppLink className="link" to="/legal/privacy">
        privacy policy
      </AppLink>{' '}
      and the{' '}
      <AppLink className="link" to="/legal/rules">
        rules
      </AppLink>
      .
    </p>
  );
}
