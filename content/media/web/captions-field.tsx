import { Captions, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { type CaptionLanguage, captions as limits } from '#platform/contract/caption-limits.ts';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { captionsOf, languageName } from './captions.ts';

/** Captions of a posted video: chosen as WebVTT for a language, and stored at once. */
export function CaptionsField({ file, onChanged }: { file: MediaFile; onChanged: () => unknown }) {
  const call = useCall();
  const input = useRef<HTMLInputElement>(null);
  const [tracks, setTracks] = useState(() => captionsOf(file));
  const [language, setLanguage] = useState<CaptionLanguage>('en');
  const { busy, run } = useAction();
  const change = (work: () => Promise<MediaFile>, done: string) =>
    run(async () => {
      setTracks(captionsOf(await work()));
      toast({ title: done, kind: 'success' });
      onChanged();
    });
  const store = (chosen: File) =>
    change(
      async () =>
        await call('PUT /files/:fileId/captions/:language', {
          params: { fileId: file.id, language },
          // A larger file is refused by its length: no more of it is read than that takes.
          body: { content: await chosen.slice(0, limits.maxBody).text() },
        }),
      `Captions in ${languageName(language)} saved`,
    );
  const remove = (gone: CaptionLanguage) =>
    change(
      async () =>
        await call('DELETE /files/:fileId/captions/:language', { params: { fileId: file.id, language: gone } }),
      `Captions in ${languageName(gone)} removed`,
    );
  return (
    <fieldset className="grid w-full gap-2 pe-2 pb-1">
      <legend className="mb-1.5 text-sm font-semibold">Captions</legend>
      {tracks.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {tracks.map((track) => (
            <li className="flex items-center gap-1 rounded-control bg-raised ps-3" key={track.language}>
              {languageName(track.language)}
              <IconButton
                disabled={busy}
                icon={<Trash2 aria-hidden="true" size={15} />}
                label={`Remove the captions in ${languageName(track.language)}`}
                onClick={() => void remove(track.language)}
                size="sm"
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label="Language"
          onChange={(event) => setLanguage(event.target.value as CaptionLanguage)}
          options={limits.languages.map((value) => ({ value, label: languageName(value) }))}
          value={language}
        />
        <input
          ref={input}
          accept=".vtt,text/vtt"
          aria-hidden="true"
          className="hidden"
          data-testid="captions-input"
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            event.target.value = '';
            if (chosen) void store(chosen);
          }}
          tabIndex={-1}
          type="file"
        />
        <Button busy={busy} icon={<Captions aria-hidden="true" size={16} />} onClick={() => input.current?.click()}>
          Add captions
        </Button>
      </div>
      <p className="text-xs text-faint">A WebVTT file (.vtt). Another one in the same language takes its place.</p>
    </fieldset>
  );
}
