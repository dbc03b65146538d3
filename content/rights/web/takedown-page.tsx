import { useState } from 'react';
import { rights as limits } from '#content/rights/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Card, CardHeading } from '#platform/web/ui/card.tsx';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { textOf, useForm } from '#platform/web/ui/controls/form/use-form.ts';

/** What the server says about fields, by their names. */
type Fields = ReturnType<typeof useForm>['fields'];

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
  const call = useCall();
  const form = useForm(async (values) => {
    const email = textOf(values, 'email').trim();
    await call('POST /legal/takedown', {
      body: {
        url: textOf(values, 'url'),
        work: textOf(values, 'work'),
        workUrl: textOf(values, 'workUrl'),
        name: textOf(values, 'name'),
        onBehalfOf: textOf(values, 'onBehalfOf'),
        email,
        postalAddress: textOf(values, 'postalAddress'),
        phone: textOf(values, 'phone'),
        goodFaith: true,
        accurate: true,
        signature: textOf(values, 'signature'),
      },
    });
    onSent(email);
  });
  const { fields } = form;
  return (
    <form className="mt-4 grid gap-4" method="post" {...form.formProps}>
      <WorkCard fields={fields} url={url} />
      <PersonCard fields={fields} />
      <StatementsCard busy={form.busy} fields={fields} />
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
function WorkCard({ fields, url }: { fields: Fields; url: string }) {
  return (
    <Card className="grid gap-4 p-5">
      <CardHeading>What it is about</CardHeading>
      <TextField
        defaultValue={url}
        error={fields['url']}
        hint="The address of the page on this site. Send one complaint for each."
        label="Address of the content"
        maxLength={limits.linkMax}
        name="url"
        required
      />
      <TextArea
        error={fields['work']}
        hint="Its title, who made it and when, and how it is used here."
        label="Your work"
        maxLength={limits.workMax}
        minLength={limits.workMin}
        name="work"
        required
        rows={5}
      />
      <TextField
        aside="optional"
        error={fields['workUrl']}
        label="Where the original can be found"
        maxLength={limits.linkMax}
        inputMode="url"
        name="workUrl"
      />
    </Card>
  );
}

/** The person who complains. */
function PersonCard({ fields }: { fields: Fields }) {
  return (
    <Card className="grid gap-4 p-5">
      <CardHeading>Who you are</CardHeading>
      <p className="text-sm text-soft">
        The member reads your name and the description of your work. Your addresses and telephone number are for staff
        alone.
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          autoComplete="name"
          error={fields['name']}
          label="Full name"
          maxLength={limits.nameMax}
          name="name"
          required
        />
        <TextField
          aside="optional"
          error={fields['onBehalfOf']}
          hint="Where the rights are somebody else's."
          label="On behalf of"
          maxLength={limits.nameMax}
          name="onBehalfOf"
        />
        <TextField autoComplete="email" error={fields['email']} label="Email" name="email" required type="email" />
        <TextField
          aside="optional"
          autoComplete="tel"
          error={fields['phone']}
          label="Telephone"
          maxLength={limits.phoneMax}
          name="phone"
          type="tel"
        />
      </div>
      <TextField
        autoComplete="street-address"
        error={fields['postalAddress']}
        label="Postal address"
        maxLength={limits.addressMax}
        minLength={10}
        name="postalAddress"
        required
      />
    </Card>
  );
}

/** What the person declares. */
function StatementsCard({ fields, busy }: { fields: Fields; busy: boolean }) {
  return (
    <Card className="grid gap-4 p-5">
      <CardHeading>Statements</CardHeading>
      <Checkbox
        error={fields['goodFaith']}
        label="I believe in good faith that the owner, its agent or the law does not allow this use."
        name="goodFaith"
        required
      />
      <Checkbox
        error={fields['accurate']}
        label="What I say here is accurate, and, under penalty of perjury, I am the owner or may act for the owner."
        name="accurate"
        required
      />
      <TextField
        error={fields['signature']}
        hint="Type your full name as above."
        label="Signature"
        maxLength={limits.nameMax}
        name="signature"
        required
      />
      <Button busy={busy} className="justify-self-start" type="submit" variant="primary">
        Send the complaint
      </Button>
    </Card>
  );
}
