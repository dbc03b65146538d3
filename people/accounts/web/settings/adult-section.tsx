import { useQueryClient } from '@tanstack/react-query';
import type { Reply } from '#site/contract/contract.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Switch } from '#platform/web/ui/controls/checkbox.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { useAuth } from '../auth-context.tsx';
import { SettingsCard } from './settings-card.tsx';

/** The member's own word that they are an adult, which opens 18+ content. */
export function AdultSection({ settings }: { settings: Reply<'GET /account'> }) {
  const call = useCall();
  const queries = useQueryClient();
  const { announce } = useAuth();
  const change = async (adult: boolean) => {
    try {
      await call('PUT /account/adult', { body: { adult } });
      await queries.invalidateQueries();
      await announce('user updated');
    } catch (error) {
      failureToast(error);
    }
  };
  return (
    <SettingsCard title="18+ content">
      <Switch
        checked={settings.adult}
        hint="Shows you posts marked 18+, blurred until you open them."
        label="I am an adult"
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </SettingsCard>
  );
}
