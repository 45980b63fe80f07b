import type { LegalText } from '../legal.ts'

export const text: LegalText = {
  summary: [
    'You need one account for all our machines and apps. It is yours alone; keep its password to yourself.',
    'A laser is not a toy. The training tells you how to work safely, and the responsibility at the machine stays with you.',
    'You may leave at any time. Deleting your account is final.',
  ],
  sections: [
    {
      id: 'scope',
      title: 'What these terms are about',
      body: [
        '{product} is the account service of {company} ("we"). With it you sign in to our apps and machines, keep your profile, redeem codes, take safety training and read messages about your devices.',
        'These terms hold between you and {company} whenever you use {product}, in a browser or inside one of our apps. An app or a shop may have terms of its own; where they say something different about that app or shop, they come first.',
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      body: [
        'To open an account you need an email address that you can read. You must be old enough to agree to a contract where you live; someone younger needs the consent of a parent or guardian, who then answers for the account.',
        {
          list: [
            'Give correct information and keep your email address up to date. We reach you there, and it is the way back in if you forget your password.',
            'One person, one account. Do not share, lend or sell it.',
            'Keep your password and the codes that we send you to yourself. We never ask for them by phone, chat or email.',
            'Tell us at once if you think that somebody else uses your account. You can end any session yourself under Account security.',
          ],
        },
        'What is done with your account counts as done by you, unless you could not have prevented it.',
      ],
    },
    {
      id: 'business',
      title: 'Business accounts',
      body: [
        'A business account is opened for an organisation and has an enterprise account ID. The organisation decides who uses it and is responsible for what these people do with it.',
        'A business account begins with a password that we set. Change it when you first sign in. An initial password that nobody uses for 30 days stops working.',
      ],
    },
    {
      id: 'conduct',
      title: 'What is not allowed',
      body: [
        {
          list: [
            'Entering the account of someone else, or trying to find out who has one.',
            'Overloading or probing the service, or going around its limits, its human check or its security. If you find a weakness, tell us before you tell others, and do no harm while you look.',
            'Names, pictures and texts in your profile that are unlawful, that hurt others or that pretend to be someone else.',
            'Trading in redemption codes, certificates or unlock passwords.',
          ],
        },
        'If you break these rules we may restrict or block the account. We choose the mildest step that helps, we tell you the reason where the law lets us, and you may object through customer service.',
      ],
    },
    {
      id: 'codes',
      title: 'Redemption codes and benefits',
      body: [
        'A redemption code has 16 characters, can be used once, and only until the day it expires. Check before you redeem which account you are signed in to: a benefit stays with that account and cannot be moved to another one or exchanged for money.',
        'Each benefit shows from when and until when it may be used. If a code does not work although it should, send us the code and your proof of purchase and we will put it right.',
      ],
    },
    {
      id: 'safety',
      title: 'Safety training, certificates and unlocking a device',
      body: [
        'Lasers, welders and printers can cause fires, burns and loss of sight. That is why some machines stay locked until their user has taken the safety training.',
        {
          list: [
            'Take the training yourself and completely. A certificate names the person who did, and is not valid for anybody else.',
            'An unlock password is made for one device, by its serial number. Ask for it only for a device that you own or are responsible for, and do not pass it on to people who have not been trained.',
            'A certificate confirms that you have finished our course. It does not replace a license, an instruction at your workplace or any other proof that the law where you are may ask for.',
            'Whoever unlocks a device makes sure that it is set up as its manual says: enclosure, extraction, protective eyewear for its wavelength, and a fire extinguisher within reach. Never leave a running machine alone.',
            'Schools, workshops and employers who let others use a device instruct and supervise them.',
          ],
        },
        'We may withdraw a certificate or refuse an unlock password if the training was not really taken or if a device must not be used for safety reasons.',
      ],
    },
    {
      id: 'service',
      title: 'The service and its changes',
      body: [
        '{product} costs nothing. We take care that it runs all the time, but we cannot promise that it never fails. We announce planned interruptions where we can.',
        'We develop the service further and may change or end single functions. If we end something that you need in order to use a device you have bought, we tell you at least 60 days before and say what you can do instead.',
      ],
    },
    {
      id: 'content',
      title: 'Your content and ours',
      body: [
        'What you put into your profile remains yours. You allow us to store it, to show it where the service needs it, and to adapt its size and format for that purpose. This permission ends when you remove the content or delete the account.',
        "Our courses, pictures, names and software remain ours or our licensors'. You may use them within the service, and print your own certificate and badge or engrave them wherever you like.",
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      body: [
        'We are liable without limit for intent and gross negligence, for harm to life, body and health, and wherever the law does not let us limit it, such as product liability.',
        'Beyond that we are liable only if we break a duty on which you may rely in particular, and then for the damage that is typical and could be foreseen. We are not liable for damage because a device was used against its manual or the training, or because a password was passed on.',
        'Nothing here takes away rights that the law gives you as a consumer.',
      ],
    },
    {
      id: 'end',
      title: 'Ending it',
      body: [
        'You may delete your account at any time under Account security. We confirm by a code to your email that it is you. Deletion happens at once and cannot be undone: benefits, certificates and messages are lost. You remain responsible for outstanding payments.',
        "We may end this agreement with 30 days' notice, and without notice for a serious reason. Before that you can save your certificate.",
      ],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      body: [
        'When we change these terms in a way that matters to you, we tell you at least 30 days before, by email or when you sign in, and ask for your agreement where the law wants it. If you do not agree, you may delete your account before the change takes effect. The version that you agreed to is noted with your account.',
      ],
    },
    {
      id: 'law',
      title: 'Law and disputes',
      body: [
        'The law of the place where {company} has its seat applies, and so do the consumer rules of the country you live in. Talk to us first; most things are solved that way. If not, the courts that the law names decide.',
        'If a part of these terms turns out not to be valid, the rest still holds. The English and the Chinese text mean the same; should they differ, the one in the language you used when you agreed counts.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      body: ['{company} can be reached through customer service at {help}.'],
    },
  ],
}
