import type { LegalText } from '../legal-text.ts'

export const text: LegalText = {
  summary: [
    'One account works with all our machines and apps. It is yours alone, so keep its password to yourself.',
    'A laser is not a toy. The training shows you how to work safely, but you remain responsible at the machine.',
    'You can leave at any time. Deleting your account is final.',
  ],
  sections: [
    {
      id: 'scope',
      title: 'Scope of these terms',
      body: [
        '{product} is the account service of {company} (“we”). You use it to log in to our apps and machines, manage your profile, redeem codes, take safety training and read messages about your machines.',
        'These terms apply between you and {company} whenever you use {product}, in a browser or inside one of our apps. An app or shop may have its own terms. Where those differ, they take precedence for that app or shop.',
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      body: [
        'To create an account you need an email address that you have access to. You must be old enough to enter into a contract where you live. Anyone younger needs the consent of a parent or guardian, who is then responsible for the account.',
        {
          list: [
            'Provide correct information and keep your email address up to date. We use it to contact you, and you need it to recover your account if you forget your password.',
            'One person, one account. Do not share, lend or sell it.',
            'Keep your password and the codes that we send you secret. We never ask for them by phone, chat or email.',
            'Tell us immediately if you think that someone else is using your account. You can also log out any device under Account security.',
          ],
        },
        'Actions taken with your account count as yours, unless you could not have prevented them.',
      ],
    },
    {
      id: 'business',
      title: 'Business accounts',
      body: [
        'A business account is created for an organization and has a business account ID. The organization decides who uses the account and is responsible for what those people do with it.',
        'A business account starts with a default password that we set. Change it when you first log in. A default password that is not used within 30 days stops working.',
      ],
    },
    {
      id: 'conduct',
      title: 'Prohibited conduct',
      body: [
        {
          list: [
            'Accessing another person’s account, or trying to find out who has an account.',
            'Overloading or probing the service, or bypassing its limits, its human check or its security measures. If you find a vulnerability, tell us before you tell others, and do no harm while you investigate.',
            'Using names, pictures or texts in your profile that are unlawful, harm others or impersonate someone else.',
            'Trading in redemption codes, certificates or unlock passwords.',
          ],
        },
        'If you break these rules, we may restrict or block the account. We choose the mildest measure that is effective and tell you the reason where the law allows. You may object through customer service.',
      ],
    },
    {
      id: 'codes',
      title: 'Redemption codes and benefits',
      body: [
        'A redemption code has 16 characters and can be used once, until the day it expires. Before you redeem it, check which account you are logged in to: the benefit belongs to that account and cannot be transferred to another account or exchanged for money.',
        'Each benefit shows its start and end dates. If a valid code does not work, send us the code and your proof of purchase, and we will resolve the problem.',
      ],
    },
    {
      id: 'safety',
      title: 'Safety training, certificates and unlocking a device',
      body: [
        'Lasers, welders and printers can cause fires, burns and loss of sight. That is why some machines stay locked until the user has completed the safety training.',
        {
          list: [
            'Complete the training yourself and in full. A certificate names the person who completed it and is not valid for anyone else.',
            'An unlock password is generated for a single device from its serial number. Request it only for a device that you own or are responsible for, and do not pass it on to people without training.',
            'A certificate confirms that you have finished our course. It does not replace a license, workplace instruction or any other proof that your local law may require.',
            'Anyone who unlocks a device must make sure that it is set up according to its manual: enclosure, fume extraction, protective eyewear for its wavelength, and a fire extinguisher within reach. Never leave a running machine unattended.',
            'Schools, workshops and employers who let others use a device must instruct and supervise them.',
          ],
        },
        'We may revoke a certificate or refuse an unlock password if the training was not actually completed or if a device must not be used for safety reasons.',
      ],
    },
    {
      id: 'service',
      title: 'The service and changes to it',
      body: [
        '{product} is free of charge. We work to keep it available at all times but cannot guarantee uninterrupted service. We announce planned interruptions where possible.',
        'We continue to develop the service and may change or discontinue individual features. If we discontinue a feature that you need to use a device you have bought, we notify you at least 60 days in advance and describe an alternative.',
      ],
    },
    {
      id: 'content',
      title: 'Your content and ours',
      body: [
        'The content of your profile remains yours. You allow us to store it, to display it where the service requires, and to adapt its size and format for that purpose. This permission ends when you remove the content or delete the account.',
        'Our courses, pictures, names and software remain ours or our licensors’. You may use them within the service, and you may print or engrave your own certificate and badge wherever you like.',
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      body: [
        'We are liable without limitation for intent and gross negligence, for injury to life, body or health, and wherever the law does not permit a limitation, such as product liability.',
        'Beyond that, we are liable only if we breach an essential obligation that you may rely on, and only for typical, foreseeable damage. We are not liable for damage caused by using a device contrary to its manual or the training, or by passing on a password.',
        'Nothing in these terms limits your statutory rights as a consumer.',
      ],
    },
    {
      id: 'end',
      title: 'Termination',
      body: [
        'You can delete your account at any time under Account security. We send a code to your email to confirm your identity. Deletion takes effect immediately and cannot be undone: benefits, certificates and messages are lost. You remain responsible for outstanding payments.',
        'We may terminate this agreement with 30 days’ notice, or without notice for a serious reason. You can save your certificate beforehand.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      body: [
        'If we change these terms in a way that affects you, we notify you at least 30 days in advance, by email or when you log in, and ask for your agreement where the law requires it. If you do not agree, you can delete your account before the change takes effect. The version that you agreed to is recorded with your account.',
      ],
    },
    {
      id: 'law',
      title: 'Law and disputes',
      body: [
        'The law of the place where {company} has its registered office applies, together with the consumer protection rules of the country you live in. Please contact us first: most problems can be solved that way. If not, the courts specified by law have jurisdiction.',
        'If any part of these terms is invalid, the rest remains in effect. The English and Chinese texts have the same meaning. If they differ, the text in the language you used when you agreed prevails.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      body: ['You can reach {company} through customer service at {help}.'],
    },
  ],
}
