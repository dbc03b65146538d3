import { type ChangeEvent, useState } from 'react';
import type { Announcement } from '#features/announcements/contract/endpoints.ts';
import { announcements as limits, announcementTypes } from '#features/announcements/contract/limits.ts';
import { FormDialog } from '#platform/web/ui/overlays/form-dialog.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { localTime } from '#platform/web/ui/controls/form/form-body.ts';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { useReadAnnouncements } from './queries.ts';

/** Props of the form. */
export interface AnnouncementDialogProps {
  /** What is edited; without it, a new one is made. */
  item?: Announcement;
  onOpenChange: (open: boolean) => void;
}

/**
 * What is sent, and the texts that are typed. A title or text that is missing is refused by the server, whose toast has
 * words of its own for it: these fields have no names, so that the form does not speak before.
 */
function useAnnouncementForm({ item, onOpenChange }: AnnouncementDialogProps) {
  const readAgain = useReadAnnouncements();
  const [submitId] = useState(() => crypto.randomUUID());
  const [texts, setTexts] = useState({ title: item?.title ?? '', content: item?.source ?? '' });
  const form = useForm(item ? 'PATCH /announcements/:announcementId' : 'POST /announcements', {
    ...(item && { params: { announcementId: item.id } }),
    body: { ...texts, ...(item ? { baseVersion: item.version } : { submitId }) },
    async onSent({ publishAt }) {
      const made = publishAt === null ? 'Announcement has been created' : 'It appears at its time.';
      toast({ title: 'Success!', description: item ? 'The announcement has been saved' : made, kind: 'success' });
      onOpenChange(false);
      await readAgain();
    },
  });
  return {
    ...form,
    textField: (name: keyof typeof texts) => ({
      error: form.fields[name],
      maxLength: limits[`${name}Max`],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setTexts((before) => ({ ...before, [name]: event.target.value })),
      required: true,
      value: texts[name],
    }),
  };
}

/** Staff write an announcement, or change one. */
export default function AnnouncementDialog(props: AnnouncementDialogProps) {
  const { item, onOpenChange } = props;
  const { busy, field, textField, formProps } = useAnnouncementForm(props);
  return (
    <FormDialog
      description={item ? undefined : 'Every member is notified of it when it appears.'}
      title={item ? 'Edit Announcement' : 'Create Announcement'}
      formProps={formProps}
      busy={busy}
      save={item ? 'Save' : 'Create'}
      onClose={() => onOpenChange(false)}
    >
      <TextField {...textField('title')} label="Title" />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          {...field('type')}
          defaultValue={item?.type ?? 'general'}
          label="Type"
          options={announcementTypes.map(({ key, label }) => ({ value: key, label }))}
        />
        <TextField
          {...field('priority')}
          defaultValue={item?.priority ?? limits.priorityMin}
          hint={`${limits.priorityMin} to ${limits.priorityMax}; above ${limits.highAbove} it is marked High Priority`}
          inputMode="numeric"
          label="Priority"
          step={1}
          type="number"
        />
      </div>
      {!item?.wasPublished && (
        <TextField
          {...field('publishAt')}
          aside="optional"
          defaultValue={localTime(item?.publishAt ?? null)}
          hint={
            item
              ? 'In your time zone. Empty: it stays hidden until somebody publishes it'
              : 'In your time zone. Empty: it is published at once'
          }
          label="Publish At"
          type="datetime-local"
        />
      )}
      <TextField
        {...field('expiresAt')}
        aside="optional"
        defaultValue={localTime(item?.expiresAt ?? null)}
        hint="Leave empty for permanent announcement"
        label="Expires At"
        type="datetime-local"
      />
      <TextArea {...textField('content')} hint="Markdown works here" label="Content" rows={7} />
    </FormDialog>
  );
}
