//! Charts, values and templates.

use super::{always, codes, when};

codes! {
    CHART_NOT_FOUND:
        "There is no chart at this path",
        "Neither a folder nor an archive is there.",
        [
            always("There is <meant> next to it."),
            when("nothing-alike", "Give the path of a chart: a folder with Chart.yaml, or a .tgz file."),
        ];
    CHART_REMOTE:
        "Charts from repositories and registries are not supported yet",
        "Skeg takes charts from folders and archives.",
        [always("Download it, unpack it or not, and give its path.")];
    CHART_INVALID:
        "The chart cannot be loaded",
        "Chart.yaml or another file of the chart is missing or broken.",
        [
            when("no-chart", "A chart is a folder with a Chart.yaml, or a .tgz of one; <chart> is neither."),
            when("file", "Fix <file> in <chart>."),
            when("ignore-rule", "Fix the line `<rule>` in .helmignore."),
        ];
    CHART_ARCHIVE:
        "The chart's archive cannot be used",
        "It is not a gzipped tar archive, is damaged, is too large, or contains paths outside of the chart.",
        [
            when("yaml", "Give the chart's folder or archive, not a file inside it; values files go with -f."),
            when("not-gzip", "A chart's archive is a .tgz file as `helm package` makes it; was the download complete?"),
            when("too-large", "Exclude what the chart does not need with .helmignore, and package it again."),
            when("outside", "The archive would write outside its folder; do not trust where it came from."),
            when("damaged", "The archive is damaged: download or package it again."),
        ];
    CHART_DEPENDENCIES:
        "Charts are missing in charts/",
        "Chart.yaml lists dependencies that charts/ does not hold.",
        [always("Get them with: helm dependency build <chart>")];
    CHART_ORDER:
        "The declared order of subcharts cannot be followed",
        "`depends-on` or the annotation `helm.sh/depends-on/subcharts` in Chart.yaml names a subchart that is not there, or subcharts \
         wait for each other.",
        [always("Fix the list in Chart.yaml. What it may hold: docs/order.md")];
    CHART_NOT_INSTALLABLE:
        "A library chart cannot be installed",
        "Its type is `library`: it only provides templates to other charts.",
        [always("It only provides templates to other charts: use a chart that depends on it.")];
    CHART_KUBE_VERSION:
        "The chart does not support this version of Kubernetes",
        "`kubeVersion` in Chart.yaml excludes the cluster's version, or the one that was assumed.",
        [always("Render for another version: --kube-version VERSION")];
    CHART_OUTSIDE_LINK:
        "A symbolic link leads out of the chart",
        "Files below secret/ must be in the chart's own folder; with --no-outside-links that holds for all files.",
        [
            when("secret", "Replace the link with a copy of the file, or exclude it: <path> in .helmignore"),
            when("file", "Replace the links with copies, or drop --no-outside-links to follow them as Helm does."),
        ];
    RELEASE_NAME:
        "The release's name is not valid",
        "A name has at most 53 lower-case letters, digits, `-` and `.`, with a letter or digit at both ends and around each dot.",
        [always("Choose another name: -r NAME (lower-case letters, digits, - and .)")];
    VALUES_FILE:
        "A values file cannot be used",
        "It is missing, is not valid YAML, or is not a map at the top level.",
        [
            when("missing", "<file> is looked for in <folder>."),
            when("no-map", "<file> must be a map of values at the top level."),
            when("syntax", "Check indentation and quotes around there."),
        ];
    VALUES_SET:
        "A --set argument cannot be used",
        "The argument of --set, --set-string, --set-file, --set-json or --set-literal cannot be parsed or applied.",
        [
            when("file", "Files are looked for in <folder>."),
            when("no-value", "Write <flag> key=value. A comma, brace or dot that belongs to a text needs a \\ before it."),
            when("path", "The path goes through a value that is not a map or list; set that one first."),
            when("index", "Set the list as a whole: --set-json 'key=[…]'"),
            when("json", "The value must be JSON: --set-json 'key={\"a\": 1}'"),
            when("syntax", "Write <flag> key=value."),
        ];
    VALUES_TYPE:
        "Values of a subchart are not a map",
        "The values under a subchart's name are passed to that subchart, and must be a map.",
        [always("The values under `<subchart>` belong to a subchart and must be a map.")];
    VALUES_SCHEMA:
        "Values do not match the chart's schema",
        "values.schema.json of the chart or of a subchart refuses the values, or the schema cannot be used.",
        [
            always("For a number or boolean as text: --set-string <text>=…"),
            always("Fix the values, or skip the check: --skip-schema-validation"),
        ];
    TEMPLATE_SYNTAX:
        "A template cannot be parsed",
        "An action is not closed, an `end` is missing or left over, or a function does not exist.",
        [
            when("function", "No function is named <name>; there is <meant>."),
            when("no-function", "Helm's templates have no function of that name; a field needs a dot in front."),
            when("end", "There is one {{ end }} too many, or the opening action is inside a comment."),
        ];
    TEMPLATE_FAILED:
        "A template failed while it was rendered",
        "Most often a value is missing or of another type than the template expects.",
        [
            always("<finding>"),
            when("template", "No template is named \"<name>\"; there is \"<meant>\"."),
            when("no-template", "No template is named \"<name>\". Is the chart that defines it in charts/?"),
            when("int", "Numbers in values files are floats: pipe the value through `int`."),
            when("string", "A string is expected here: pipe the value through `toString`."),
            when("comparison", "Numbers in values files are floats: compare with 1.0, or pipe both through `int`."),
            when("recursion", "A template includes itself endlessly."),
        ];
    TEMPLATE_REFUSED:
        "The chart refuses these values",
        "A template called `fail`, or `required` on a value that is not set. The message is the chart's own.",
        [always("Set it: --set <value>=…, or in a file for -f.")];
    TEMPLATE_NOT_FOUND:
        "No template matches --show-only",
        "The chart has no template of that path, or it renders to nothing.",
        [always("Did you mean: --show-only <meant>")];
    MANIFEST_INVALID:
        "A template's output is not a Kubernetes object",
        "The output is not valid YAML, is not a map, or has annotations that are not strings. The error shows the \
         lines.",
        [
            when("tab", "Indent YAML with spaces, never with tabs."),
            when("colon", "A text with `: ` inside needs quotes: pipe the value through `quote`."),
            when("key", "Check the indentation of what is inserted: `nindent` with the right number."),
            when("syntax", "Check indentation and quotes of what is inserted around there."),
            when("token", "A text that starts with @, %, ` or a tab needs quotes."),
            when("annotation", "Annotations are strings: pipe the value through `quote`."),
            when("no-map", "A document must be a map with apiVersion and kind."),
        ];
    RENDERING:
        "The chart cannot be rendered",
        "The message is Helm's own.",
        [];
}
