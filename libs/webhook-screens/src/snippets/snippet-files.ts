import receiverGo from '@billhook/contract/verification/receiver.go?raw';
import receiverJava from '@billhook/contract/verification/Receiver.java?raw';
import receiverPhp from '@billhook/contract/verification/receiver.php?raw';
import receiverPython from '@billhook/contract/verification/receiver.py?raw';
import receiverRuby from '@billhook/contract/verification/receiver.rb?raw';
import receiverTypescript from '@billhook/contract/verification/receiver.ts?raw';
import verifyV1aTypescript from '@billhook/contract/verification/verify-v1a.ts?raw';
import verifyGo from '@billhook/contract/verification/verify.go?raw';
import verifyJava from '@billhook/contract/verification/Verify.java?raw';
import verifyPhp from '@billhook/contract/verification/verify.php?raw';
import verifyPython from '@billhook/contract/verification/verify.py?raw';
import verifyRuby from '@billhook/contract/verification/verify.rb?raw';
import verifyTypescript from '@billhook/contract/verification/verify.ts?raw';
import verifyV1aGo from '@billhook/contract/verification/verify_v1a.go?raw';
import verifyV1aPhp from '@billhook/contract/verification/verify_v1a.php?raw';
import verifyV1aPython from '@billhook/contract/verification/verify_v1a.py?raw';
import verifyV1aRuby from '@billhook/contract/verification/verify_v1a.rb?raw';
import verifyV1aJava from '@billhook/contract/verification/VerifyV1a.java?raw';
import type { SnippetLanguage } from '@billhook/contract/webhooks/verification-snippets';

interface SnippetFiles {
  readonly v1: string;
  readonly v1a: string;
  readonly receiver: string;
}

/** The text of each file. The guide shows the same files, and the specs of the docs run them. */
export const SNIPPET_FILES: Readonly<Record<SnippetLanguage, SnippetFiles>> = {
  typescript: { v1: verifyTypescript, v1a: verifyV1aTypescript, receiver: receiverTypescript },
  python: { v1: verifyPython, v1a: verifyV1aPython, receiver: receiverPython },
  php: { v1: verifyPhp, v1a: verifyV1aPhp, receiver: receiverPhp },
  go: { v1: verifyGo, v1a: verifyV1aGo, receiver: receiverGo },
  ruby: { v1: verifyRuby, v1a: verifyV1aRuby, receiver: receiverRuby },
  java: { v1: verifyJava, v1a: verifyV1aJava, receiver: receiverJava },
};
