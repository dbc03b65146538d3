import { media } from '#content/media/contract/limits.ts';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';

/** Props of {@link AltTextField}. */
export interface AltTextFieldProps {
  /** Of the file, for who hears the form: several pictures have a field each. */
  name: string;
  value: string;
  onChange: (altText: string) => void;
  onBlur?: (() => void) | undefined;
  className?: string;
}

/** What a picture shows: read out by screen readers, and shown where the picture cannot be. */
export function AltTextField({ name, value, onChange, onBlur, className }: AltTextFieldProps) {
  return (
    <TextArea
      aside="for people who do not see it"
      className={className}
      dir="auto"
      label={
        <>
          What it shows<span className="sr-only">: {name}</span>
        </>
      }
      maxLength={media.altTextMax}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value)}
      rows={1}
      value={value}
    />
  );
}
