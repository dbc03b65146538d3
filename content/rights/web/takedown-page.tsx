import { useState } from 'react';
import { rights as limits } from '#content/rights/contract/limits.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Card, CardHeading } from '#platform/web/ui/card.tsx';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { type EndpointForm, useForm } from '#platform/web/ui/controls/form/use-form.ts';

type Form = EndpointForm<'POST /legal/takedown'>;

/**
 * `/legal/takedown`: the copyright complaint that anybody can make.
 * @param url of what it is about, where the reader came from there
 */
export function TakedownPage({ url }: { url: string }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Page>
      <PageHeading
        lead="For owners of a work that somebody uploaded here without permission, and who may speak for them."
        title="Copyright complaint"
      />
      {sentTo === null ? <TakedownForm onSent={setSentTo} url={url} /> : <Sent email={sentTo} />}
    </Page>
  );
}

function Sent({ email }: { email: string }) {
  return (
    <Card aria-live="polite" className="mt-4 grid justify-items-start gap-3 p-5">
      <h2 className="heading text-lg">One step is left</h2>
      <p className="wrap-anywhere">
        We have sent a link to {email}. Staff see your complaint once you have opened it. It works for{' '}
        {limits.confirmDays} days.
      </p>
      <ButtonLink to="/">Home</ButtonLink>
    </Card>
  );
}

function TakedownForm({ url, onSent }: { url: string; onSent: (email: string) => void }) {
  const form = useForm('POST /legal/takedown', { onSent: (_, { body }) => onSent(body.email) });
  return (
    <form className="mt-4 grid gap-4" method="post" {...form.formProps}>
      <WorkCard form={form} url={url} />
      <PersonCard form={form} />
      <StatementsCard form={form} />
      <p className="text-sm text-soft">
        Who misrepresents a use as an infringement may be liable for the damage. Figures about complaints are{' '}
        <AppLink className="link" to="/legal/transparency">
          public
        </AppLink>
        .
      </p>
    </form>
  );
}

/** The content and the work. */
function WorkCard({ form, url }: { form: Form; url: string }) {
  return (
    <Card className="grid gap-4 p-5">
      <CardHeading>What it is about</CardHeading>
      <TextField
        {...form.field('url')}
        defaultValue={url}
        hint="The address of the page on this site. Send one complaint for each."
        label="Address of the content"
      />
      <TextArea
        {...form.field('work')}
        hint="Its title, who made it and when, and how it is used here."
        label="Your work"
        rows={5}
      />
      <TextField {...form.field('workUrl')} aside="optional" label="Where the original can be found" inputMode="url" />
    </Card>
  );
}

/** The person who complains. */
function PersonCard({ form }: { form: Form }) {
  return (
    <Card className="grid gap-4 p-5">
      <CardHeading>Who you are</CardHeading>
      <p className="text-sm text-soft">
        The member reads your name and the description of your work. Your addresses and telephone number are for staff
        alone.
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...form.field('name')} autoComplete="name" label="Full name" />
        <TextField
          {...form.field('onBehalfOf')}
          aside="optional"
          hint="Where the rights are somebody else's."
          label="On behalf of"
        />
        <TextField {...form.field('email')} autoComplete="email" label="Email" type="email" />
        <TextField {...form.field('phone')} aside="optional" autoComplete="tel" label="Telephone" type="tel" />
      </div>
      <TextField {...form.field('postalAddress')} autoComplete="street-address" label="Postal address" />
    </Card>
  );
}

/** What the person declares. */
function StatementsCard({ form }: { form: Form }) {
  return (
    <Card className="grid gap-4 p-5">
      <CardHeading>Statements</CardHeading>
      <Checkbox
        {...form.field('goodFaith')}
        label="I believe in good faith that the owner, its agent or the law does not allow this use."
      />
      <Checkbox
        {...form.field('accurate')}
        label="What I say here is accurate, and, under penalty of perjury, I am the owner or may act for the owner."
      />
      <TextField {...form.field('signature')} hint="Type your full name as above." label="Signature" />
      <Button busy={form.busy} className="justify-self-start" type="submit" variant="primary">
        Send the complaint
      </Button>
    </Card>
  );
}
