//! Keywords that say something about values.

macro_rules! keywords {
    ($($name:ident => $text:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Keyword {
            $($name),*
        }

        impl Keyword {
            pub(crate) const COUNT: usize = [$($text),*].len();

            pub(crate) fn named(text: &str) -> Option<Keyword> {
                match text {
                    $($text => Some(Keyword::$name),)*
                    _ => None,
                }
            }

            pub(crate) fn text(self) -> &'static str {
                match self {
                    $(Keyword::$name => $text),*
                }
            }
        }
    };
}

keywords! {
    Ref => "$ref",
    RecursiveRef => "$recursiveRef",
    RecursiveAnchor => "$recursiveAnchor",
    DynamicRef => "$dynamicRef",
    DynamicAnchor => "$dynamicAnchor",
    AllOf => "allOf",
    AnyOf => "anyOf",
    OneOf => "oneOf",
    Not => "not",
    If => "if",
    Then => "then",
    Else => "else",
    Type => "type",
    Enum => "enum",
    Const => "const",
    Format => "format",
    MinProperties => "minProperties",
    MaxProperties => "maxProperties",
    Required => "required",
    Properties => "properties",
    PatternProperties => "patternProperties",
    AdditionalProperties => "additionalProperties",
    Dependencies => "dependencies",
    PropertyNames => "propertyNames",
    DependentSchemas => "dependentSchemas",
    DependentRequired => "dependentRequired",
    UnevaluatedProperties => "unevaluatedProperties",
    MinItems => "minItems",
    MaxItems => "maxItems",
    UniqueItems => "uniqueItems",
    PrefixItems => "prefixItems",
    Items => "items",
    AdditionalItems => "additionalItems",
    Contains => "contains",
    MinContains => "minContains",
    MaxContains => "maxContains",
    UnevaluatedItems => "unevaluatedItems",
    MinLength => "minLength",
    MaxLength => "maxLength",
    Pattern => "pattern",
    MultipleOf => "multipleOf",
    ExclusiveMaximum => "exclusiveMaximum",
    ExclusiveMinimum => "exclusiveMinimum",
    Maximum => "maximum",
    Minimum => "minimum",
}
