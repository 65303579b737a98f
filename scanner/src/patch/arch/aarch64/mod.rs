mod machine;
