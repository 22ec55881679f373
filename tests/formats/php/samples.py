"""Small PHP language files."""

from __future__ import annotations

from collections.abc import Mapping

LARAVEL = r"""<?php

/* a comment with 'quotes' */
// don't
return [
    'welcome' => 'Welcome, :name! It\'s in C:\dir here',
    "apples" => "There is one apple|There are many apples",
    'choice' => '{0} None|[1,19] Some apples|[20,*] Many',
    'nested' => array('a' => "Hello $name and {$x['y']} for \$5\n", 'b' => ['list item', 'second item'],),
    'joined' => 'A long text ' .
        'goes on',
    'call' => trans('foo bar'),
    'mixed' => 'a' . $x . 'b c',
    CONSTANT => 'Under a constant',
    'heredoc' => <<<EOT
      Some text with $name
        and more
      EOT,
    'nowdoc' => <<<'EOT'
Raw $text
EOT
    , 'n' => 12,
];
"""
OTHERS = r"""<html>
<?php
$lang['title'] = "The title"; $lang['a']['b'] = 'Deep text'; define('GREETING', 'Hello there');
const MOTTO = 'A constant text';
if ($x == 'foo bar') { echo 'in code'; $a = ['x' => 'y z']; }
$more = 'Assigned text';
?>
<p>no code</p>
<?php return array_merge($a, ['k' => 'Merged text']);
"""

SAMPLES: Mapping[str, bytes] = {
    "messages.php": LARAVEL.encode(),
    "crlf.php": LARAVEL.replace("\n", "\r\n").encode(),
    "language.php": OTHERS.encode(),
}
