import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProfileSettings } from '#features/customization/contract/endpoints.ts';
import { AltTextField } from '#content/media/web/alt-text-field.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { refetch } from '#platform/web/lib/query-client.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { profileSettingsQuery } from '../queries.ts';

/** Asks what the banner shows. Nothing while there is no banner; another banner begins again. */
export function BannerDescription({ banner }: { banner: ProfileSettings['files']['banner'] }) {
  if (!banner || banner.fileId === null) return null;
  return <Described altText={banner.altText} fileId={banner.fileId} key={banner.fileId} />;
}

function Described({ fileId, altText }: { fileId: string; altText: string }) {
  const call = useCall();
  const client = useQueryClient();
  const [text, setText] = useState(altText);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const saved = await call('PUT /files/:fileId/alternative-text', { params: { fileId }, body: { altText: text } });
      setText(saved.altText);
      // The profile shows it too.
      void client.invalidateQueries({ refetchType: 'none' });
      await refetch(client, profileSettingsQuery(call));
      toast({ title: 'Success', description: 'Description saved', kind: 'success' });
    } catch (error) {
      failureToast(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="grid gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <AltTextField name="banner" onChange={setText} value={text} />
      <Button busy={busy} className="justify-self-start" disabled={text.trim() === altText} size="sm" type="submit">
        Save description
      </Button>
    </form>
  );
}
