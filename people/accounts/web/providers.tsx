import { useState } from 'react';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { Agreement } from './agreement.tsx';
import { useAuth } from './auth-context.tsx';

const names = { discord: 'Discord', google: 'Google', spotify: 'Spotify' } as const;

/** Outside providers, where the operator has set them up; `party` is entered afterwards. */
export function Providers({ party }: { party: string | undefined }) {
  const call = useCall();
  const { site } = useAuth();
  const [busy, setBusy] = useState<string | null>(null);
  if (site.providers.length === 0) return null;
  const start = async (provider: keyof typeof names) => {
    setBusy(provider);
    try {
      const { url } = await call('POST /auth/providers/:provider/start', { params: { provider }, body: { party } });
      location.assign(url);
    } catch (error) {
      setBusy(null);
      failureToast(error);
    }
  };
  return (
    <div className="mt-4 grid gap-2 border-t border-hairline pt-4">
      {site.providers.map((provider) => (
        <Button busy={busy === provider} key={provider} onClick={() => void start(provider)}>
          Continue with {names[provider]}
        </Button>
      ))}
      <Agreement />
    </div>
  );
}
