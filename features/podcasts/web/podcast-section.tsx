import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import type { PodcastChoice } from '#features/podcasts/contract/limits.ts';
import { SettingsCard } from '#people/accounts/web/settings/settings-card.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';
import { CopyButton } from '#platform/web/ui/controls/copy-button.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { podcastSettingsQuery } from './queries.ts';

type Settings = Reply<'GET /podcast-settings'>;

const choices: readonly { value: PodcastChoice; label: string }[] = [
  { value: 'all', label: 'All that may be downloaded' },
  { value: 'chosen', label: 'Those that I choose' },
  { value: 'off', label: 'None: no podcast' },
];

/** The member's public tracks as a podcast: which of them, and whether the feed names their mail address. */
export function PodcastSection() {
  const { data, error, refetch } = useQuery(podcastSettingsQuery(useCall()));
  return (
    <SettingsCard
      about="Your public tracks as a feed that podcast apps play and directories take. Tracks marked 18+ are never in it."
      title="Podcast"
    >
      {error && <ErrorState compact onRetry={() => void refetch()} title="Your podcast could not be loaded." />}
      {data && <PodcastForm settings={data} />}
    </SettingsCard>
  );
}

function PodcastForm({ settings }: { settings: Settings }) {
  const client = useQueryClient();
  const { queryKey } = podcastSettingsQuery(useCall());
  const [choice, setChoice] = useState(settings.choice);
  const [trackIds, setTrackIds] = useState(settings.trackIds);
  const { busy, field, formProps } = useForm('PUT /podcast-settings', {
    body: { trackIds },
    onSent(saved) {
      client.setQueryData<Settings>(queryKey, saved);
      toast({ title: 'Podcast saved', kind: 'success' });
    },
  });
  const tick = (id: string, on: boolean) =>
    setTrackIds((known) => (on ? [...known, id] : known.filter((other) => other !== id)));
  return (
    <form className="grid gap-4" {...formProps}>
      <SelectField
        {...field('choice')}
        label="Tracks"
        onChange={(event) => setChoice(event.target.value as PodcastChoice)}
        options={choices}
        value={choice}
      />
      {choice === 'chosen' && <Tracks chosen={trackIds} onTick={tick} tracks={settings.tracks} />}
      {choice !== 'off' && (
        <div className="flex items-end gap-2">
          <TextField
            className="min-w-0 flex-1"
            label="Address of the feed"
            onFocus={(event) => event.target.select()}
            readOnly
            value={settings.feedUrl}
          />
          <CopyButton value={settings.feedUrl} />
        </div>
      )}
      <Checkbox
        {...field('showsMail')}
        defaultChecked={settings.showsMail}
        hint="Directories send a code there to see that the podcast is yours. Everybody can read it."
        label="Show my email address in the feed"
      />
      <div>
        <Button busy={busy} type="submit">
          Save
        </Button>
      </div>
    </form>
  );
}

function Tracks({
  tracks,
  chosen,
  onTick,
}: {
  tracks: Settings['tracks'];
  chosen: readonly string[];
  onTick: (id: string, on: boolean) => void;
}) {
  if (tracks.length === 0) return <p className="text-soft">You have no public track that may be downloaded.</p>;
  return (
    <fieldset className="grid max-h-80 gap-3 overflow-y-auto rounded-card border border-hairline p-3">
      <legend className="sr-only">Tracks in the podcast</legend>
      {tracks.map(({ id, title }) => (
        <Checkbox
          checked={chosen.includes(id)}
          key={id}
          label={title}
          onChange={(event) => onTick(id, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
